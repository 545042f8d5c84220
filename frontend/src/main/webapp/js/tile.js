/** Tiles of a board: a number, a chart, a table or a text, each with its question and the day its figures are of. */
import {chartable, chartOf} from './chart.js';
import {button, element} from './dom.js';
import {language, texts} from './language.js';
import {markdown} from './markdown.js';
import {heading, isName, shown} from './numbers.js';
import {tableOf} from './table.js';

const t = await texts('chat');

export const KINDS = {number: t('number'), chart: t('chart'), table: t('table'), text: t('text')};

/** The column of a single row that a number tile shows: the first figure that is no name, and not only a place. */
const figure = ({columns, rows}) => (rows.length === 1 ? columns.findIndex((column, index) => typeof rows[0][index] === 'number' && !isName(column)) : -1);

/** The kinds that suit a piece of evidence, the most telling first; a text always does. */
export function kindsOf(piece) {
  if (!piece?.rows?.length) return ['text'];
  return [figure(piece) >= 0 ? 'number' : null, chartable(piece) ? 'chart' : null, 'table', 'text'].filter(Boolean);
}

const time = (at) => new Date(at).toLocaleString(language, {dateStyle: 'medium', timeStyle: 'short'});

function number(piece) {
  const at = figure(piece);
  const [row] = piece.rows;
  const names = piece.columns.map((column, index) => index).filter((index) => index !== at && row[index] !== null);
  return element('div', {class: 'figure'},
    element('p', {class: 'figure-value', text: shown(row[at], piece.columns[at])}),
    element('p', {class: 'hint', text: [heading(piece.columns[at]), ...names.slice(0, 3).map((index) => `${heading(piece.columns[index])} ${shown(row[index], piece.columns[index])}`)].join(' · ')}));
}

/** What a tile shows; another kind than the one that was wished for where its rows no longer suit that. */
function content(tile) {
  const {evidence: piece, kind} = tile;
  if (kind === 'text') return element('div', {class: 'text'}, markdown(tile.answer));
  if (!piece?.rows?.length) return element('p', {class: 'hint', text: t('nothingWasFound')});
  if (kind === 'number' && figure(piece) >= 0) return number(piece);
  return kind === 'chart' && chartable(piece) ? chartOf(piece) : tableOf(piece);
}

/** One tile; `tools` are what its owner can do with it. */
export function tileOf(tile, tools = []) {
  const synthetic = /synthetic/i.test(tile.evidence?.source ?? '');
  return element('section', {class: `board-tile${tile.wide ? ' wide' : ''}`, 'data-tile': tile.id, 'data-shown': tile.kind, 'aria-label': tile.title},
    element('header', {}, element('h2', {text: tile.title}), ...tools),
    tile.problem ? element('p', {class: 'degraded', role: 'alert', text: t('notRefreshedProblem', {problem: tile.problem})}) : null,
    content(tile),
    tile.notes?.length && tile.kind !== 'text' ? element('details', {class: 'context'}, element('summary', {text: t('goodToKnow')}), element('ul', {}, ...tile.notes.map((note) => element('li', {text: note})))) : null,
    element('footer', {class: 'hint'}, tile.title === tile.question ? null : element('span', {text: tile.question}),
      element('span', {text: t('asOfTime', {time: time(tile.refreshed_at)})}), synthetic ? element('span', {class: 'synthetic', text: t('syntheticData2')}) : null));
}

/** All tiles of a board. */
export const tilesOf = (tiles, toolsOf = () => []) => element('div', {class: 'board'}, ...tiles.map((tile) => tileOf(tile, toolsOf(tile))));

export const tool = (text, label, action) => button(text, {class: 'icon tool', 'aria-label': label, title: label}, action);
