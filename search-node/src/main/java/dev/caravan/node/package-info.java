/** The search engine's own process. */
package dev.caravan.node;
