/** What happened in a turn, step by step: to the live stream, the stored trace and the metrics. */
package dev.caravan.trace;
