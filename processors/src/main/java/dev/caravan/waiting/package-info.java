/** Turns that wait for a person: what is stored of them, which message replies to them, and how they go on. */
package dev.caravan.waiting;
