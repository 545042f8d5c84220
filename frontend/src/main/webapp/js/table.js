/** Shows the rows of one piece of evidence. */
import {element} from './dom.js';

const AT_FIRST = 50;

/** A table with its count, its download and a way to see the rows that are held back at first. */
export function evidenceTable(evidence) {
  const columns = evidence.columns.map((column, index) => ({
    ...column,
    numeric: evidence.rows.some((row) => typeof row[index] === 'number'),
  }));
  const body = element('tbody', {}, ...evidence.rows.slice(0, AT_FIRST).map((row) => rowOf(row, columns)));
  const region = element(
    'div',
    {class: 'table', tabindex: 0, role: 'region', 'aria-label': `Table: ${evidence.question}`},
    element('table', {}, element('thead', {}, element('tr', {}, ...columns.map(heading))), body),
  );
  const count = element('span');
  const showCount = () => {
    const total = Number(evidence.rows_total);
    const shown = body.rows.length;
    count.textContent = shown === total ? rows(total) : `${shown.toLocaleString('en')} of ${rows(total)}`;
    count.className = shown === total ? '' : 'cut';
  };
  showCount();
  const more = evidence.rows.length > AT_FIRST
    ? element('button', {type: 'button', class: 'link', text: evidence.truncated
      ? `Show the first ${evidence.rows.length.toLocaleString('en')}` : 'Show all', on: {click: () => {
      body.append(...evidence.rows.slice(AT_FIRST).map((row) => rowOf(row, columns)));
      more.remove();
      showCount();
      region.focus();
    }}})
    : null;
  // relative, so that it works below any path the application is served at
  const download = element('a', {href: evidence.csv.replace(/^\//, ''), download: '', text: 'CSV'});
  return [region, element('p', {class: 'below'}, count, more, download)];
}

const rows = (count) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

function heading(column) {
  return element(
    'th',
    {scope: 'col', class: column.numeric ? 'number' : null},
    column.name.replaceAll('_', ' '),
    column.unit && !plainUnit(column) ? element('span', {class: 'unit', text: column.unit}) : null,
  );
}

/** Years and codes are names made of digits: no unit to show, no grouping. */
const plainUnit = (column) => column.unit === 'year' || column.unit === 'code' || (!column.unit && /(^|_)(year|code|id)$/.test(column.name));

function rowOf(row, columns) {
  return element('tr', {}, ...row.map((value, index) => cell(value, columns[index])));
}

function cell(value, column) {
  if (value === null) {
    return element('td', {class: column.numeric ? 'none number' : 'none'}, element('span', {'aria-hidden': 'true', text: '–'}), element('span', {class: 'unseen', text: 'no value'}));
  }
  if (typeof value !== 'number') {
    return element('td', {text: typeof value === 'boolean' ? (value ? 'yes' : 'no') : value});
  }
  const text = plainUnit(column) ? String(value) : value.toLocaleString('en', {maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 4});
  return element('td', {class: 'number', text, title: text.replaceAll(',', '') === String(value) ? null : String(value)});
}
