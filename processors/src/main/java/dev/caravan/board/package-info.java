/** Boards: answers kept as tiles, which are run again against the data, arranged and shown to others. */
package dev.caravan.board;
