package dev.caravan.board;

/**
 * The wish to put an answer on a board.
 *
 * @param boardId of the board
 * @param id of the new tile
 * @param turnId of the answer
 * @param evidence which piece of its evidence, counted from 0; -1 for its text
 * @param title above the tile; empty for the question
 * @param kind number, chart, table or text
 */
public record TileWish(String boardId, String id, String turnId, int evidence, String title, String kind) {}
