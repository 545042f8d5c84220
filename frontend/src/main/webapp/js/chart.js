/** `<caravan-chart>`: chooses the chart that suits a table, offers the others that are possible, saves it as a picture. */
import {button, download, element} from './dom.js';
import {heading, isName, shown} from './numbers.js';
import {isDark} from './theme.js';

const NAMES = {line: 'Line', bar: 'Bars', treemap: 'Treemap', scatter: 'Scatter'};
const MOST_BARS = 30;
const MOST_LINES = 10;
/** Columns that only say where a row stands. */
const PLACE = /rank|^(place|position|number|row_number)$/;
const SHARES = /\b(shares?|percent|percentages?|proportions?|fractions?|part of)\b|%/i;
/** Tiles beyond these, or of less than a hundredth of the whole, are put together: nobody could read them. */
const MOST_TILES = 24;
// white can be read on each of the first, black on each of the second
const PALETTE = ['#b4531f', '#2f6f8f', '#4f7a30', '#8a5a9e', '#9a6b10', '#a33b56', '#3a746c', '#6b6f8f', '#8c6238', '#4a5f2a'];
const DARK_PALETTE = ['#f0a36b', '#7fbcd9', '#a6cf85', '#cba3dd', '#ecc46a', '#ec8ea5', '#86c9be', '#aeb2d6', '#d8ae84', '#b3c98b'];

/**
 * What can be drawn of a table, the most sensible kind first: series over years as lines, two measures as a scatter,
 * shares as a treemap, rankings as bars. Who asks for shares gets shares drawn, not what they are shares of.
 * @param {{question: string, columns: {name: string, unit: string}[], rows: Array[]}} table
 * @returns {{kinds: string[], year: number, labels: number[], measures: number[], share: number}|null} column indexes, -1 for none; null when nothing sensible can be drawn
 */
export function chartable({question = '', columns, rows}) {
  const isYear = (column) => column.unit === 'year' || /(^|_)year$/.test(column.name);
  const numeric = (index) => rows.some((row) => typeof row[index] === 'number');
  const year = columns.findIndex((column, index) => isYear(column) && numeric(index));
  const measures = columns.map((column, index) => index).filter((index) => !isName(columns[index]) && numeric(index) && !PLACE.test(columns[index].name));
  if (!measures.length || rows.length < 2) return null;
  const years = distinct(rows, [year]);
  const labels = naming({columns, rows}, years > 1 ? [year] : [], (column) => !isYear(column) && column.unit !== 'code');
  const kinds = [];
  const share = measures.find((index) => columns[index].unit === 'percent' && /share/.test(columns[index].name)) ?? -1;
  if (share >= 0 && SHARES.test(question)) measures.unshift(...measures.splice(measures.indexOf(share), 1));
  const positive = rows.every((row) => row[measures[0]] === null || row[measures[0]] >= 0);
  if (years > 2) kinds.push('line');
  if (years <= 2 && labels.length) {
    if (share >= 0 && positive) kinds.push('treemap', 'bar');
    else if (measures.length > 1 && columns[measures[0]].unit !== columns[measures[1]].unit && rows.length > 4) kinds.push('scatter', 'bar');
    else kinds.push('bar');
    if (positive && rows.length > 3 && !kinds.includes('treemap')) kinds.push('treemap');
    if (measures.length > 1 && rows.length > 4 && !kinds.includes('scatter')) kinds.push('scatter');
  }
  return kinds.length ? {kinds, year, labels, measures, share} : null;
}

/** How many different rows there are as far as these columns go; none without a column. */
const distinct = (rows, indexes) => (indexes.some((index) => index < 0) ? 0 : new Set(rows.map((row) => JSON.stringify(indexes.map((index) => row[index])))).size);

/** The columns whose texts name a row: the first one that differs, and others only as far as it takes to tell rows apart. */
function naming({columns, rows}, beside, isText) {
  const texts = columns.map((column, index) => index).filter((index) => isText(columns[index]) && rows.some((row) => typeof row[index] === 'string'));
  const chosen = texts.filter((index) => distinct(rows, [index]) > 1);
  const names = (chosen.length ? chosen : texts).slice(0, 1);
  for (const index of chosen.slice(1)) {
    if (distinct(rows, [...names, ...beside, index]) > distinct(rows, [...names, ...beside])) names.push(index);
  }
  return names;
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
    this.note = element('span', {role: 'status'});
    this.replaceChildren(this.surface, element('p', {class: 'below'}, this.plan.kinds.length > 1 ? choice : null, this.note,
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
    const option = options(this.kind, this.data, this.plan, colours(), this.surface.clientWidth);
    this.surface.style.height = `${option.height}px`;
    this.note.textContent = option.note ?? '';
    this.note.hidden = !option.note;
    delete option.height;
    delete option.note;
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
  const found = {text: colour('--text'), soft: colour('--soft'), line: colour('--line'), ground: colour('--panel'), rest: colour('--soft'), palette: isDark() ? DARK_PALETTE : PALETTE};
  probe.remove();
  return found;
}

/** The measures that one axis can hold: of one unit, and none so small that it would not be seen beside the first. */
function comparable(columns, rows, measures) {
  const most = (index) => Math.max(...rows.map((row) => Math.abs(row[index] ?? 0)));
  return measures.filter((index) => columns[index].unit === columns[measures[0]].unit && most(index) > most(measures[0]) / 100).slice(0, 3);
}

const short = (text, most = 28) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function options(kind, {columns, rows}, {year, labels, measures, share}, colour, width) {
  const measure = measures[0];
  const name = (index) => heading(columns[index]);
  const written = (index) => (value) => shown(value ?? null, columns[index]);
  /** With its unit, where the values do not show it. */
  const titled = (index) => [name(index), /^(USD|percent)?$/.test(columns[index].unit ?? '') ? '' : `(${columns[index].unit})`].filter(Boolean).join(' ');
  const named = (row) => labels.map((index) => row[index] ?? 'NULL').join(', ');
  const largest = (most) => [...rows].sort((a, b) => (b[measure] ?? -Infinity) - (a[measure] ?? -Infinity)).slice(0, most);
  /** As many marks side by side as have room for their values. */
  const marks = Math.max(2, Math.min(5, Math.floor(width / 120)));
  const axis = (index, splitNumber = 5) => ({
    type: 'value', splitNumber, scale: kind === 'scatter', name: titled(index), nameTextStyle: {color: colour.soft, align: kind === 'line' ? 'left' : 'right'},
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
      for (const index of labels.length ? [measure] : comparable(columns, rows, measures)) {
        const key = labels.length ? named(row) : name(index);
        if (!series.has(key)) series.set(key, {index, values: new Map()});
        series.get(key).values.set(row[year], row[index]);
      }
    }
    const last = (one) => one.values.get(years.at(-1)) ?? -Infinity;
    const drawn = [...series].sort(([, a], [, b]) => last(b) - last(a)).slice(0, MOST_LINES);
    return {...common,
      note: drawn.length < series.size ? `${drawn.length} of ${series.size} lines, those that end highest` : '',
      grid: {...common.grid, top: drawn.length > 1 ? 64 : 36},
      legend: drawn.length > 1 ? {type: 'scroll', top: 0, textStyle: {color: colour.text}, pageTextStyle: {color: colour.text}, formatter: (text) => short(text)} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', valueFormatter: written(measure)},
      xAxis: {...category(years.map(String)), boundaryGap: false}, yAxis: axis(measure),
      series: drawn.map(([key, {values}]) => ({type: 'line', name: key, connectNulls: false, symbol: 'circle', symbolSize: 6, lineStyle: {width: 2.5}, data: years.map((at) => values.get(at) ?? null)})),
    };
  }
  if (kind === 'bar') {
    const drawn = (rows.length > MOST_BARS ? largest(MOST_BARS) : [...rows]).reverse();
    const same = comparable(columns, rows, measures);
    const years = distinct(rows, [year]) > 1;
    // on a narrow screen the names stand above their bars, which get the whole width
    const above = width < 480 && same.length === 1;
    const labelled = (row) => (years ? `${named(row)}, ${row[year]}` : named(row));
    return {...common,
      note: drawn.length < rows.length ? `The ${drawn.length} largest of ${rows.length.toLocaleString('en')} rows by ${name(measure)}` : '',
      height: Math.max(196, 80 + drawn.length * (same.length > 1 ? 18 * same.length + 10 : above ? 42 : 30)),
      legend: same.length > 1 ? {top: 0, textStyle: {color: colour.text}} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: written(measure)},
      xAxis: {...axis(measure, marks), name: same.length > 1 ? '' : titled(measure), nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colour.soft}},
      yAxis: {...category(drawn.map(labelled)), axisLabel: {color: colour.text, formatter: (text) => short(text, above ? 40 : 28), ...(above ? {inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 11, 2]} : {})}, z: 3},
      series: same.map((index) => ({type: 'bar', name: name(index), barMaxWidth: above ? 12 : 22, barCategoryGap: above ? '65%' : '20%', itemStyle: {borderRadius: [0, 4, 4, 0]}, data: drawn.map((row) => row[index]),
        label: same.length === 1 ? {show: true, position: 'right', color: colour.soft, formatter: ({value}) => shown(value ?? null, columns[index])} : undefined})),
      grid: {...common.grid, top: same.length > 1 ? 36 : 8, right: 64, bottom: same.length > 1 ? 12 : 28},
    };
  }
  if (kind === 'treemap') {
    const whole = rows.reduce((sum, row) => sum + Math.max(0, row[measure] ?? 0), 0);
    const sized = largest(rows.length).filter((row) => row[measure] > 0);
    const tiles = sized.filter((row, at) => at < MOST_TILES && (row[measure] >= whole / 100 || sized.length <= 10)).map((row) => ({
      name: named(row), value: row[measure], text: [shown(row[measure], columns[measure]), share >= 0 && share !== measure ? shown(row[share], columns[share]) : ''].filter(Boolean).join('\n'),
    }));
    const rest = sized.slice(tiles.length);
    if (rest.length) {
      const value = rest.reduce((sum, row) => sum + row[measure], 0);
      tiles.push({name: `${rest.length} smaller ones`, value, text: shown(value, columns[measure]), itemStyle: {color: colour.rest}});
    }
    return {...common, height: 380, tooltip: {...common.tooltip, formatter: ({name: text, data}) => `${text}: ${data.text.replace('\n', ', ')}`},
      series: [{type: 'treemap', roam: false, nodeClick: false, breadcrumb: {show: false}, left: 0, right: 0, top: 0, bottom: 0,
        itemStyle: {borderColor: colour.ground, borderWidth: 1, gapWidth: 2},
        label: {color: isDark() ? '#1b140d' : '#ffffff', lineHeight: 17, formatter: ({name: text, data}) => `${text}\n${data.text}`},
        data: tiles}],
    };
  }
  const [x, y] = measures;
  const points = rows.filter((row) => row[x] !== null && row[y] !== null);
  return {...common, height: 360,
    tooltip: {...common.tooltip, formatter: ({data}) => `${data[2]}\n${name(x)}: ${shown(data[0], columns[x])}\n${name(y)}: ${shown(data[1], columns[y])}`},
    xAxis: {...axis(x, marks), nameLocation: 'middle', nameGap: 30, axisLine: {onZero: false}}, yAxis: {...axis(y), axisLine: {onZero: false}, nameTextStyle: {color: colour.soft, align: 'left'}}, grid: {...common.grid, bottom: 32},
    series: [{type: 'scatter', symbolSize: 11, data: points.map((row) => [row[x], row[y], named(row)]),
      label: {show: labels.length > 0 && points.length <= 40, position: 'top', color: colour.soft, formatter: ({data}) => short(data[2], 18)}, labelLayout: {hideOverlap: true}}],
  };
}

customElements.define('caravan-chart', CaravanChart);

export const chartOf = (evidence) => Object.assign(document.createElement('caravan-chart'), {evidence});
