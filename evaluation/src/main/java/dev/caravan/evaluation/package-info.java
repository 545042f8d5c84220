/** Asks fixed sets of questions and measures the answers against hand-written expectations. */
package dev.caravan.evaluation;
