/** `<caravan-table>`: the rows of one piece of evidence, to be sorted, filtered and added up, with their count, to be copied and downloaded. */
import {fileName} from './chart.js';
import {base, button, copy, element} from './dom.js';
import {texts} from './language.js';
import {adds, decimals, full, heading, isName, shown} from './numbers.js';

const t = await texts('chat');

const AT_FIRST = 50;
/** So many rows are made at a time; others wait for the next frame, so that a long table does not stand in the way. */
const AT_ONCE = 250;
const DIRECTIONS = {ascending: '▲', descending: '▼'};
/** Fewer rows are seen at a glance. */
const LEAST_TO_FILTER = 8;
const rowsText = (count) => t('rows', {n: count});

export class CaravanTable extends HTMLElement {
  /** @param {Object} evidence with columns, rows, rows_total, csv, question; to be set before it is shown */
  set evidence(evidence) {
    this.data = evidence;
    this.rows = evidence.rows;
    /** What was made of a row: sorting puts it elsewhere. */
    this.made = new Map();
    this.limit = AT_FIRST;
    /** Columns that are sorted by, the first before the others. */
    this.orders = [];
    this.wanted = '';
    this.columns = evidence.columns.map((column, index) => {
      const values = evidence.rows.map((row) => row[index]);
      const numeric = values.some((value) => typeof value === 'number') && !isName(column);
      return {...column, numeric, adds: numeric && adds(column), hidden: false, decimals: decimals(values, column)};
    });
    this.body = element('tbody');
    this.foot = element('tfoot');
    this.heads = this.columns.map((column, index) => this.head(column, index));
    this.table = element('table', {}, element('thead', {}, element('tr', {}, ...this.heads)), this.body, this.foot);
    this.region = element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': t('tableQuestion', {question: evidence.question})}, this.table);
    this.count = element('span', {role: 'status'});
    this.more = button('', {class: 'link more-rows'}, () => {
      this.limit = Infinity;
      this.fill();
      this.region.focus();
    });
    const copyButton = button(t('copy'), {class: 'link copy-rows', title: t('rowsAndColumnsThatAre')}, () => copy(this.text(), copyButton));
    this.replaceChildren(this.tools(), this.region, element('p', {class: 'below'}, this.count, this.more, copyButton,
      ...this.files(['csv', 'xlsx'])));
    this.fill();
  }

  /** All rows as files. */
  files(kinds) {
    const {csv, question, rows} = this.data;
    return csv ? kinds.map((kind) => element('a', {class: kind, href: base + csv.replace(/^\//, '').replace(/csv$/, kind), download: `${fileName(question)}.${kind}`,
      text: kind === 'csv' ? t('downloadCsvRows', {rows: rowsText(rows.length)}) : 'Excel'})) : [];
  }

  /** What long or wide tables need: a filter, and a choice of columns. */
  tools() {
    const filter = this.data.rows.length < LEAST_TO_FILTER ? null
      : element('input', {type: 'search', class: 'filter', placeholder: t('filterRows'), 'aria-label': t('filterRows'), autocomplete: 'off', on: {input: ({target}) => this.filter(target.value)}});
    const choice = this.columns.length < 3 ? null
      : element('details', {class: 'columns'}, element('summary', {text: t('columns')}), element('div', {class: 'columns-list'},
        ...this.columns.map((column, index) => element('label', {}, element('input', {type: 'checkbox', checked: true, on: {change: ({target}) => this.hide(index, !target.checked)}}), ` ${heading(column)}`))));
    return filter || choice ? element('div', {class: 'table-tools'}, filter, choice) : '';
  }

  head(column, index) {
    const mark = element('span', {class: 'sort-mark', 'aria-hidden': 'true'});
    return element('th', {scope: 'col', class: column.numeric ? 'number' : null},
      element('button', {type: 'button', class: 'sort', title: t('sortWithShiftSortBy'), on: {click: (event) => this.sort(index, event.shiftKey)}}, heading(column), mark),
      column.unit && !isName(column) ? element('span', {class: 'unit', text: column.unit}) : null);
  }

  /** Numbers begin with the largest, texts with A; a third click brings the order of the query back. Others are kept where several are wanted. */
  sort(index, beside = false) {
    const first = this.columns[index].numeric ? 'descending' : 'ascending';
    const second = first === 'descending' ? 'ascending' : 'descending';
    const known = this.orders.find((order) => order.index === index);
    const direction = !known ? first : known.direction === first ? second : null;
    if (!beside) this.orders = direction ? [{index, direction}] : [];
    else if (!direction) this.orders = this.orders.filter((order) => order !== known);
    else if (known) known.direction = direction;
    else this.orders.push({index, direction});
    this.heads.forEach((head, at) => {
      const order = this.orders.find((each) => each.index === at);
      if (order) head.setAttribute('aria-sort', order.direction);
      else head.removeAttribute('aria-sort');
      head.querySelector('.sort-mark').textContent = order ? DIRECTIONS[order.direction] + (this.orders.length > 1 ? this.orders.indexOf(order) + 1 : '') : '';
    });
    this.choose();
  }

  filter(text) {
    this.wanted = text.toLowerCase().trim();
    this.choose();
  }

  hide(index, hidden) {
    this.columns[index].hidden = hidden;
    const column = `[data-column="${index}"]`;
    this.heads[index].hidden = hidden;
    this.fill();
    for (const cell of this.table.querySelectorAll(column)) cell.hidden = hidden;
  }

  /** The rows with a cell that has the text, in full or as it is shown, in the order that is wanted. */
  choose() {
    const has = (value, index) => String(value).toLowerCase().includes(this.wanted) || shown(value, this.columns[index]).toLowerCase().includes(this.wanted);
    const found = this.wanted ? this.data.rows.filter((row) => row.some(has)) : [...this.data.rows];
    this.rows = this.orders.length ? found.sort((a, b) => this.compare(a, b)) : found;
    this.fill();
  }

  compare(a, b) {
    for (const {index, direction} of this.orders) {
      // what is not known comes last either way
      const unknown = (a[index] === null) - (b[index] === null);
      if (unknown) return unknown;
      const by = a[index] === null ? 0 : typeof a[index] === 'number' ? a[index] - b[index] : String(a[index]).localeCompare(String(b[index]), 'en', {numeric: true});
      if (by) return direction === 'descending' ? -by : by;
    }
    return 0;
  }

  fill() {
    const visible = this.rows.slice(0, this.limit);
    cancelAnimationFrame(this.filling);
    const node = (row) => {
      if (!this.made.has(row)) this.made.set(row, element('tr', {}, ...row.map((value, index) => cell(value, this.columns[index], index))));
      return this.made.get(row);
    };
    const add = (from) => {
      this.body.append(...visible.slice(from, from + AT_ONCE).map(node));
      if (from + AT_ONCE < visible.length) this.filling = requestAnimationFrame(() => add(from + AT_ONCE));
    };
    this.body.replaceChildren();
    add(0);
    const total = Number(this.data.rows_total);
    const whole = visible.length === total;
    this.count.textContent = whole ? rowsText(total)
      : this.wanted && visible.length === this.rows.length ? t('someRowsHaveText', {shown: visible.length, n: total}) : t('someRows', {shown: visible.length, n: total});
    this.count.className = whole ? '' : 'cut';
    this.more.hidden = visible.length >= this.rows.length;
    this.more.textContent = this.data.truncated ? t('showTheFirstN', {n: this.rows.length}) : t('showAll');
    this.total();
  }

  /** The sums of what adds up, of all rows that have the text; not of some rows of a longer result. */
  total() {
    const sums = this.columns.map((column, index) => (column.adds ? this.rows.reduce((sum, row) => sum + (row[index] ?? 0), 0) : null));
    const year = this.columns.findIndex(({unit, name}) => unit === 'year' || /(^|_)year$/.test(name));
    const years = year < 0 ? 1 : new Set(this.rows.map((row) => row[year])).size;
    if (this.data.truncated || this.rows.length < 3 || years > 1 || !sums.some((sum) => sum !== null)) {
      this.foot.replaceChildren();
      return;
    }
    this.foot.replaceChildren(element('tr', {}, ...sums.map((sum, index) => {
      const column = this.columns[index];
      const text = sum === null ? (index === 0 ? t('sum') : '') : shown(sum, column, column.decimals);
      return element(index === 0 ? 'th' : 'td', {scope: index === 0 ? 'row' : null, class: column.numeric ? 'number' : null, 'data-column': index, hidden: column.hidden, title: sum === null ? null : full(sum, column), text});
    })));
  }

  /** What is shown as lines of cells between tabulators, numbers in full. */
  text() {
    const columns = this.columns.map((column, index) => ({...column, index})).filter(({hidden}) => !hidden);
    const plain = (value) => String(value ?? '').replace(/[\t\r\n]+/g, ' ');
    return [columns.map(({name}) => plain(name)), ...this.rows.slice(0, this.limit).map((row) => columns.map(({index}) => plain(row[index])))].map((line) => line.join('\t')).join('\n');
  }
}

function cell(value, column, index) {
  const kind = column.numeric ? 'number' : null;
  const place = {'data-column': index, hidden: column.hidden};
  if (value === null) return element('td', {class: kind ? 'none number' : 'none', text: 'NULL', ...place});
  const exact = full(value, column);
  return element('td', {class: kind, title: exact, text: shown(value, column, column.decimals), ...place});
}

customElements.define('caravan-table', CaravanTable);

export const tableOf = (evidence) => Object.assign(document.createElement('caravan-table'), {evidence});
