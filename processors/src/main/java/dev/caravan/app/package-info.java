/** Composition root: reads the settings, builds the beans and starts Camel. */
package dev.caravan.app;
