/** A trade world that is made up but holds together: generated from a seed, exact in its sums, with real names and codes. */
package dev.caravan.demo.world;
