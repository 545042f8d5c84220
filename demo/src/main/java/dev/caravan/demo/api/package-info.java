/** A stand-in for the two GraphQL APIs of the Atlas of Economic Complexity, answering from the demo database. */
package dev.caravan.demo.api;
