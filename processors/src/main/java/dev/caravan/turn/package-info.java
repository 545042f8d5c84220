/** The vocabulary of one question: its turn, tool calls, results, evidence and outcome; depends on nothing. */
package dev.caravan.turn;
