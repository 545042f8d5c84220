/** What kinds of evidence with rows have in common: a block of tabs, the first ones table and chart. */
import {chartable, chartOf, opensOnChart} from '../chart.js';
import {element} from '../dom.js';
import {heading, shown} from '../numbers.js';
import {tableOf} from '../table.js';
import {tabbed} from '../tabs.js';
import {texts} from '../language.js';

const t = await texts('chat');

const MOST_ROWS = 50;

/**
 * The block of a piece with rows.
 * @param {Object} piece with columns and rows
 * @param {{several: boolean, key: string}} shown whether it needs a title to be told from others, and what its open tab is kept under
 * @param {...({id: string, label: string, content: () => Node}|null)} more tabs of the kind
 */
export function rowsBlock(piece, {several, key}, ...more) {
  const tabs = [
    piece.rows.length ? {id: 'table', label: t('table'), content: () => tableOf(piece)} : null,
    chartable(piece) ? {id: 'chart', label: t('chart'), content: () => chartOf(piece, key)} : null,
    ...more].filter(Boolean);
  if (!tabs.length) return null;
  return element('section', {class: 'evidence', 'data-type': piece.type, 'aria-label': t('evidenceWhat', {what: piece.question || piece.type})},
    several ? element('p', {class: 'evidence-title', text: piece.question || piece.type}) : null,
    tabbed(t('evidence'), tabs, {first: opensOnChart(piece) ? 'chart' : tabs[0].id, key: `tab.${key}`}));
}

/** The rows as a table of Markdown; nothing where there are none. */
export function rowsText({columns, rows, rows_total: total}) {
  if (!rows.length) return [];
  const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = [columns.map((column) => cell(heading(column))), columns.map(() => '---'),
    ...rows.slice(0, MOST_ROWS).map((row) => row.map((value, index) => cell(shown(value, columns[index]))))];
  const text = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const kept = Math.min(rows.length, MOST_ROWS);
  return [kept < total ? `${text}\n\n(${kept} of ${total} rows)` : text];
}
