/** Answers whose query an editor has verified, and their use for the same question. */
package dev.caravan.verified;
