/** Reads questions into logical queries: a lexicon of three layers, a chart of typed edges, and a binder. */
package dev.caravan.reader;
