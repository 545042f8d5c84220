/** `<caravan-table>`: the rows of one piece of evidence, to be sorted by any column, with their count and a download. */
import {base, button, element} from './dom.js';
import {decimals, full, heading, isName, shown} from './numbers.js';

const AT_FIRST = 50;
const DIRECTIONS = {ascending: '▲', descending: '▼'};
const rowsText = (count) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

export class CaravanTable extends HTMLElement {
  /** @param {Object} evidence with columns, rows, rows_total, csv, question; to be set before it is shown */
  set evidence(evidence) {
    this.data = evidence;
    this.rows = evidence.rows;
    /** What was made of a row: sorting puts it elsewhere. */
    this.made = new Map();
    this.limit = AT_FIRST;
    this.order = null;
    this.columns = evidence.columns.map((column, index) => ({
      ...column,
      numeric: evidence.rows.some((row) => typeof row[index] === 'number') && !isName(column),
      decimals: decimals(evidence.rows.map((row) => row[index]), column),
    }));
    this.body = element('tbody');
    this.heads = this.columns.map((column, index) => this.head(column, index));
    this.region = element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': `Table: ${evidence.question}`},
      element('table', {}, element('thead', {}, element('tr', {}, ...this.heads)), this.body));
    this.count = element('span', {role: 'status'});
    this.more = button('', {class: 'link more-rows'}, () => {
      this.limit = Infinity;
      this.fill();
      this.region.focus();
    });
    this.replaceChildren(this.region, element('p', {class: 'below'}, this.count, this.more,
      evidence.csv ? element('a', {class: 'csv', href: base + evidence.csv.replace(/^\//, ''), download: '', text: `Download CSV (${rowsText(evidence.rows.length)})`}) : null));
    this.fill();
  }

  head(column, index) {
    const mark = element('span', {class: 'sort-mark', 'aria-hidden': 'true'});
    return element('th', {scope: 'col', class: column.numeric ? 'number' : null},
      element('button', {type: 'button', class: 'sort', on: {click: () => this.sort(index)}}, heading(column), mark),
      column.unit && !isName(column) ? element('span', {class: 'unit', text: column.unit}) : null);
  }

  /** Numbers begin with the largest, texts with A; a third click brings the order of the query back. */
  sort(index) {
    const first = this.columns[index].numeric ? 'descending' : 'ascending';
    const second = first === 'descending' ? 'ascending' : 'descending';
    const before = this.order?.index === index ? this.order.direction : null;
    const direction = before === null ? first : before === first ? second : null;
    this.order = direction && {index, direction};
    const sign = direction === 'descending' ? -1 : 1;
    this.rows = !direction ? this.data.rows : [...this.data.rows].sort((a, b) => {
      // what is not known comes last either way
      if (a[index] === null || b[index] === null) return (a[index] === null) - (b[index] === null);
      return sign * (typeof a[index] === 'number' ? a[index] - b[index] : String(a[index]).localeCompare(String(b[index]), 'en', {numeric: true}));
    });
    this.heads.forEach((head, at) => {
      if (at === index && direction) head.setAttribute('aria-sort', direction);
      else head.removeAttribute('aria-sort');
      head.querySelector('.sort-mark').textContent = at === index && direction ? DIRECTIONS[direction] : '';
    });
    this.fill();
  }

  fill() {
    const visible = this.rows.slice(0, this.limit);
    for (const row of visible) {
      if (!this.made.has(row)) this.made.set(row, element('tr', {}, ...row.map((value, index) => cell(value, this.columns[index]))));
    }
    this.body.replaceChildren(...visible.map((row) => this.made.get(row)));
    const total = Number(this.data.rows_total);
    this.count.textContent = visible.length === total ? rowsText(total) : `${visible.length.toLocaleString('en')} of ${rowsText(total)}`;
    this.count.className = visible.length === total ? '' : 'cut';
    this.more.hidden = visible.length >= this.rows.length;
    this.more.textContent = this.data.truncated ? `Show the first ${this.rows.length.toLocaleString('en')}` : 'Show all';
  }
}

function cell(value, column) {
  const kind = column.numeric ? 'number' : null;
  if (value === null) return element('td', {class: kind ? 'none number' : 'none', text: 'NULL'});
  const exact = full(value, column);
  return element('td', {class: kind, title: exact, text: shown(value, column, column.decimals)});
}

customElements.define('caravan-table', CaravanTable);

export const tableOf = (evidence) => Object.assign(document.createElement('caravan-table'), {evidence});
