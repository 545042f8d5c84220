/** `<caravan-chart>`: chooses the chart that suits a table, offers the others that are possible, saves it as a picture. */
import {button, download, element} from './dom.js';
import {heading, isName, shown} from './numbers.js';
import {isDark} from './theme.js';

const NAMES = {line: 'Line', bar: 'Bars', treemap: 'Treemap', scatter: 'Scatter'};
const MOST_BARS = 30;
const MOST_LINES = 10;
const PALETTE = ['#b4531f', '#2f6f8f', '#5d8a3a', '#8a5a9e', '#c28a1d', '#a33b56', '#3e7d74', '#6b6f8f', '#94683c', '#4a5f2a'];
const DARK_PALETTE = ['#f0a36b', '#7fbcd9', '#a6cf85', '#cba3dd', '#ecc46a', '#ec8ea5', '#86c9be', '#aeb2d6', '#d8ae84', '#b3c98b'];

/**
 * What can be drawn of a table, the most sensible kind first: series over years as lines, two measures as a scatter,
 * shares as a treemap, rankings as bars.
 * @param {{columns: {name: string, unit: string}[], rows: Array[]}} table
 * @returns {{kinds: string[], year: number, label: number, measures: number[]}|null} column indexes, -1 for none; null when nothing sensible can be drawn
 */
export function chartable({columns, rows}) {
  const isYear = (column) => column.unit === 'year' || /(^|_)year$/.test(column.name);
  const numeric = (index) => rows.some((row) => typeof row[index] === 'number');
  const year = columns.findIndex((column, index) => isYear(column) && numeric(index));
  const label = columns.findIndex((column, index) => !isYear(column) && column.unit !== 'code' && rows.some((row) => typeof row[index] === 'string'));
  const measures = columns.map((column, index) => index).filter((index) => !isName(columns[index]) && numeric(index) && !/rank/.test(columns[index].name));
  if (!measures.length || rows.length < 2) return null;
  const years = year < 0 ? 0 : new Set(rows.map((row) => row[year])).size;
  const kinds = [];
  const positive = rows.every((row) => row[measures[0]] === null || row[measures[0]] >= 0);
  const share = measures.some((index) => columns[index].unit === 'percent' && /share/.test(columns[index].name));
  if (years > 2) kinds.push('line');
  if (years <= 2 && label >= 0) {
    if (share && positive) kinds.push('treemap', 'bar');
    else if (measures.length > 1 && columns[measures[0]].unit !== columns[measures[1]].unit && rows.length > 4) kinds.push('scatter', 'bar');
    else kinds.push('bar');
    if (positive && rows.length > 3 && !kinds.includes('treemap')) kinds.push('treemap');
    if (measures.length > 1 && rows.length > 4 && !kinds.includes('scatter')) kinds.push('scatter');
  }
  return kinds.length ? {kinds, year, label, measures} : null;
}

export class CaravanChart extends HTMLElement {
  /** @param {Object} evidence a table, see {@link chartable} */
  set evidence(evidence) {
    this.data = evidence;
    this.plan = chartable(evidence);
    this.kind = this.plan.kinds[0];
  }

  connectedCallback() {
    this.redraw = () => this.draw();
    document.addEventListener('themechange', this.redraw);
    this.resizing = new ResizeObserver(() => this.drawn?.resize());
    this.surface = element('div', {class: 'surface', role: 'img'});
    const choice = element('div', {class: 'segments', role: 'group', 'aria-label': 'Kind of chart'},
      ...this.plan.kinds.map((kind) => element('button', {type: 'button', 'data-kind': kind, text: NAMES[kind], on: {click: () => this.choose(kind)}})));
    this.replaceChildren(this.surface, element('p', {class: 'below'}, this.plan.kinds.length > 1 ? choice : null,
      button('Save as PNG', {class: 'link png'}, () => this.save())));
    this.resizing.observe(this.surface);
    this.choose(this.kind);
  }

  disconnectedCallback() {
    document.removeEventListener('themechange', this.redraw);
    this.resizing.disconnect();
    this.drawn?.dispose();
    this.drawn = null;
  }

  choose(kind) {
    this.kind = kind;
    for (const each of this.querySelectorAll('[data-kind]')) each.setAttribute('aria-pressed', String(each.dataset.kind === kind));
    this.draw();
  }

  async draw() {
    const echarts = await import('../lib/echarts.esm.min.js');
    if (!this.isConnected) return;
    const option = options(this.kind, this.data, this.plan, colours());
    this.surface.style.height = `${option.height}px`;
    delete option.height;
    this.drawn?.dispose();
    this.drawn = echarts.init(this.surface, null, {renderer: 'canvas'});
    this.drawn.setOption(option);
    this.surface.setAttribute('aria-label', `${NAMES[this.kind]} chart: ${this.data.question}. The table holds the same values.`);
    this.dataset.drawn = this.kind;
  }

  save() {
    const picture = this.drawn.getDataURL({type: 'png', pixelRatio: 2, backgroundColor: colours().ground});
    download('caravan-chart.png', fetchless(picture));
  }
}

/** A data address as a file, without a request: the page's policy allows none to such an address. */
function fetchless(address) {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], {type: 'image/png'});
}

/** The page's colours as they are now. A property's own text would be the pair of both themes, so an element is asked. */
function colours() {
  const probe = element('span', {hidden: true});
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {text: colour('--text'), soft: colour('--soft'), line: colour('--line'), ground: colour('--panel'), palette: isDark() ? DARK_PALETTE : PALETTE};
  probe.remove();
  return found;
}

const short = (text, most = 28) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function options(kind, {columns, rows}, {year, label, measures}, colour) {
  const measure = measures[0];
  const name = (index) => heading(columns[index]);
  const written = (index) => (value) => shown(value, columns[index]);
  const axis = (index) => ({
    type: 'value', scale: kind === 'scatter', name: name(index), nameTextStyle: {color: colour.soft, align: kind === 'line' ? 'left' : 'right'},
    axisLabel: {color: colour.soft, formatter: written(index), hideOverlap: true}, splitLine: {lineStyle: {color: colour.line}},
  });
  const common = {
    height: 340, color: colour.palette, animation: !matchMedia('(prefers-reduced-motion: reduce)').matches, animationDuration: 300,
    textStyle: {color: colour.text, fontFamily: getComputedStyle(document.body).fontFamily},
    // drawn on the canvas: the usual tip is HTML with styles of its own, which the page's policy refuses
    tooltip: {renderMode: 'richText', confine: true, backgroundColor: colour.ground, borderColor: colour.line, textStyle: {color: colour.text}},
    grid: {left: 12, right: 24, top: 36, bottom: 12, containLabel: true},
  };
  const category = (data) => ({type: 'category', data, axisLabel: {color: colour.soft}, axisLine: {lineStyle: {color: colour.line}}, axisTick: {show: false}});

  if (kind === 'line') {
    const years = [...new Set(rows.map((row) => row[year]))].sort((a, b) => a - b);
    const series = new Map();
    for (const row of rows) {
      for (const index of label < 0 ? measures : [measure]) {
        const key = label < 0 ? name(index) : String(row[label]);
        if (!series.has(key)) series.set(key, {index, values: new Map()});
        series.get(key).values.set(row[year], row[index]);
      }
    }
    const last = (one) => one.values.get(years.at(-1)) ?? -Infinity;
    const drawn = [...series].sort(([, a], [, b]) => last(b) - last(a)).slice(0, MOST_LINES);
    return {...common,
      grid: {...common.grid, top: drawn.length > 1 ? 64 : 36},
      legend: drawn.length > 1 ? {type: 'scroll', top: 0, textStyle: {color: colour.text}, pageTextStyle: {color: colour.text}, formatter: (text) => short(text)} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', valueFormatter: written(measure)},
      xAxis: {...category(years.map(String)), boundaryGap: false}, yAxis: axis(measure),
      series: drawn.map(([key, {values}]) => ({type: 'line', name: key, connectNulls: false, symbolSize: 6, lineStyle: {width: 2.5}, data: years.map((at) => values.get(at) ?? null)})),
    };
  }
  if (kind === 'bar') {
    const drawn = rows.slice(0, MOST_BARS).reverse();
    const same = measures.filter((index) => columns[index].unit === columns[measure].unit).slice(0, 3);
    return {...common,
      height: Math.max(180, 64 + drawn.length * (same.length > 1 ? 18 * same.length + 10 : 30)),
      legend: same.length > 1 ? {top: 0, textStyle: {color: colour.text}} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: written(measure)},
      xAxis: {...axis(measure), name: ''},
      yAxis: {...category(drawn.map((row) => String(row[label]))), axisLabel: {color: colour.text, formatter: (text) => short(text)}},
      series: same.map((index) => ({type: 'bar', name: name(index), barMaxWidth: 22, itemStyle: {borderRadius: [0, 4, 4, 0]}, data: drawn.map((row) => row[index]),
        label: same.length === 1 ? {show: true, position: 'right', color: colour.soft, formatter: ({value}) => shown(value ?? null, columns[index])} : undefined})),
      grid: {...common.grid, top: same.length > 1 ? 36 : 8, right: 64},
    };
  }
  if (kind === 'treemap') {
    return {...common, height: 360, tooltip: {...common.tooltip, formatter: ({name: text, value}) => `${text}: ${shown(value, columns[measure])}`},
      series: [{type: 'treemap', roam: false, nodeClick: false, breadcrumb: {show: false}, left: 0, right: 0, top: 0, bottom: 0,
        itemStyle: {borderColor: colour.ground, borderWidth: 2, gapWidth: 2},
        label: {color: isDark() ? '#1b140d' : '#ffffff', overflow: 'break', lineHeight: 17, formatter: ({name: text, value}) => `${text}\n${shown(value, columns[measure])}`},
        data: rows.filter((row) => row[measure] > 0).map((row) => ({name: String(row[label]), value: row[measure]}))}],
    };
  }
  const [x, y] = measures;
  const points = rows.filter((row) => row[x] !== null && row[y] !== null);
  return {...common, height: 360,
    tooltip: {...common.tooltip, formatter: ({data}) => `${data[2]}\n${name(x)}: ${shown(data[0], columns[x])}\n${name(y)}: ${shown(data[1], columns[y])}`},
    xAxis: {...axis(x), nameLocation: 'middle', nameGap: 30}, yAxis: axis(y), grid: {...common.grid, bottom: 32},
    series: [{type: 'scatter', symbolSize: 11, data: points.map((row) => [row[x], row[y], label < 0 ? '' : String(row[label])]),
      label: {show: points.length <= 30, position: 'top', color: colour.soft, formatter: ({data}) => short(data[2], 18)}, labelLayout: {hideOverlap: true}}],
  };
}

customElements.define('caravan-chart', CaravanChart);

export const chartOf = (evidence) => Object.assign(document.createElement('caravan-chart'), {evidence});
