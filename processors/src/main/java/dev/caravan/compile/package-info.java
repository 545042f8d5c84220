/** Turns logical queries into statements of each engine, aggregating every measure at its own grain. */
package dev.caravan.compile;
