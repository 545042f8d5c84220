/** The long-term memory: earlier turns of a person, found by meaning. */
package dev.caravan.memory;
