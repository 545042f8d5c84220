/** Evidence of a kind that has no module of its own: its rows, or all of it as it is. */
import {button, copy, element} from '../dom.js';
import {texts} from '../language.js';
import {rowsBlock, rowsText} from './rows.js';

const t = await texts('chat');

/** What the block and the edge say anyway, or what the rows show. */
const SAID = new Set(['type', 'question', 'notes', 'source', 'text', 'csv', 'columns', 'rows', 'rows_shown', 'rows_total', 'truncated']);

const rest = (piece) => Object.fromEntries(Object.entries(piece).filter(([name]) => !SAID.has(name)));
const hasMore = (piece) => Object.keys(rest(piece)).length > 0;
const json = (piece) => JSON.stringify(rest(piece), null, 2);

export function view(piece, shown) {
  const details = hasMore(piece) ? {id: 'details', label: t('details'), content: () => asJson(piece)} : null;
  return rowsBlock({question: '', rows: [], columns: [], ...piece}, shown, piece.text ? {id: 'text', label: t('text'), content: () => element('p', {class: 'said', text: piece.text})} : null, details);
}

function asJson(piece) {
  const copyButton = button(t('copy'), {class: 'quiet copy'}, () => copy(json(piece), copyButton));
  return element('div', {}, element('pre', {tabindex: 0, role: 'region', 'aria-label': t('detailsType', {type: piece.type})}, element('code', {text: json(piece)})),
    element('p', {class: 'below'}, copyButton));
}

export const text = (piece) => [
  ...(piece.rows ? rowsText(piece) : []),
  ...(piece.text ? [piece.text] : []),
  ...(hasMore(piece) ? [`\`\`\`json\n${json(piece)}\n\`\`\``] : [])];
