/**
 * What an answer rests on: for each tool call a block, by the kind of its evidence.
 *
 * A kind is a module in `evidence/` that exports `view(piece, {several, onRerun, key, address, page})`, the block or null where there is nothing to show,
 * and `text(piece)`, the same as pieces of Markdown. Its name here is the piece's member `type`; a kind without a module is shown by
 * its rows, or as it is.
 */
import * as docs from './evidence/docs.js';
import * as graphql from './evidence/graphql.js';
import * as plain from './evidence/plain.js';
import * as research from './evidence/research.js';
import * as sql from './evidence/sql.js';

const KINDS = new Map(Object.entries({docs, graphql, research, sql}));
const kindOf = (piece) => KINDS.get(piece.type) ?? plain;

/**
 * The blocks of a turn.
 * @param {Object} turn as the server sends it
 * @param {((sql: string) => void)|null} onRerun called with an edited statement; null where nothing can be run
 */
export function evidenceBlocks(turn, onRerun) {
  const several = turn.evidence.length > 1;
  const own = turn.turn_id && {address: `api/turns/${turn.turn_id}`, page: `report/${turn.turn_id}`};
  const others = turn.token && {address: `api/shares/${turn.token}`, page: `report/shared/${turn.token}`};
  return turn.evidence.map((piece, number) => kindOf(piece).view(piece, {several, onRerun, key: `${turn.turn_id ?? ''}.${number}`, ...own || others}));
}

/** A piece as Markdown, in parts. */
export const evidenceText = (piece) => kindOf(piece).text(piece);
