/** `<caravan-chart>`: chooses the chart that suits a table, offers the others that are possible, saves it as a picture. */
import {button, download, element} from './dom.js';
import {keep, kept} from './kept.js';
import {texts} from './language.js';
import {adds, heading, isName, shown} from './numbers.js';
import {isDark} from './theme.js';

const t = await texts('chat');

const NAMES = {line: t('line'), bar: t('bars'), treemap: t('treemap'), scatter: t('scatter')};
const MOST_BARS = 30;
const MOST_LINES = 10;
const MOST_COLUMNS = 4;
/** Columns that only say where a row stands. */
const PLACE = /rank|^(place|position|number|row_number)$/;
/** Words that ask for change over time, and what a column of it is called. */
const CHANGE = /\b(grow|grew|growth|growing|rose|risen|rising|increas\w*|fell|fallen|falling|declin\w*|decreas\w*|shr[aiu]nk\w*)\b/i;
const CHANGED = /(^|_)(growth|change|changed|increase|decrease|decline|cagr)(_|$)/;
const COMPARES = /\b(compar\w*|versus|vs\.?|differences? between|against)\b/i;
const SHARES = /\b(shares?|percent|percentages?|proportions?|fractions?|part of)\b|%/i;
/** Tiles beyond these, or of less than a hundredth of the whole, are put together: nobody could read them. */
const MOST_TILES = 24;
// white can be read on each of the first, black on each of the second
const PALETTE = ['#b4531f', '#2f6f8f', '#4f7a30', '#8a5a9e', '#9a6b10', '#a33b56', '#3a746c', '#6b6f8f', '#8c6238', '#4a5f2a'];
const DARK_PALETTE = ['#f0a36b', '#7fbcd9', '#a6cf85', '#cba3dd', '#ecc46a', '#ec8ea5', '#86c9be', '#aeb2d6', '#d8ae84', '#b3c98b'];

/** Choices of colours, each for light and dark; the first is the usual one. */
const PALETTES = {
  Usual: [PALETTE, DARK_PALETTE],
  Blue: [['#1f5f8b', '#3a86b7', '#2b4c7e', '#5a7ea6', '#0f6e84', '#4a6fa5', '#31708e', '#5b6c9d', '#206a5d', '#6b7a8f'], ['#7fb8de', '#a5d0ec', '#8fa8d8', '#b3c6e0', '#7fd0de', '#9dbbe6', '#8ecbe0', '#b0badf', '#86cfc0', '#c0c9d6']],
  Grey: [['#3b3b3b', '#6b6b6b', '#4f4f4f', '#757575', '#2b2b2b', '#606060', '#454545', '#707070', '#333333', '#585858'], ['#e0e0e0', '#b5b5b5', '#cfcfcf', '#a8a8a8', '#f0f0f0', '#bfbfbf', '#d8d8d8', '#adadad', '#e8e8e8', '#c7c7c7']],
};

/**
 * What can be drawn of a table, the most sensible kind first: series over years as lines, two measures as a scatter,
 * shares as a treemap, rankings as bars, two years side by side. Who asks for shares gets shares drawn, not what they are shares
 * of, and who asks for growth gets growth. Tiles are offered for what adds up to a whole, and for nothing else.
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
  else if (CHANGE.test(question)) {
    const changed = measures.find((index) => CHANGED.test(columns[index].name));
    if (changed !== undefined) measures.unshift(...measures.splice(measures.indexOf(changed), 1));
  }
  const positive = rows.every((row) => row[measures[0]] === null || row[measures[0]] >= 0);
  const whole = positive && years <= 1 && (adds(columns[measures[0]]) || measures[0] === share);
  if (years > 2) kinds.push('line', 'bar');
  if (years <= 2 && labels.length) {
    if (share >= 0 && whole) kinds.push('treemap', 'bar');
    else if (measures.length > 1 && columns[measures[0]].unit !== columns[measures[1]].unit && rows.length > 4) kinds.push('scatter', 'bar');
    else kinds.push('bar');
    if (years === 2) kinds.push('line');
    if (whole && rows.length > 3 && !kinds.includes('treemap')) kinds.push('treemap');
    if (measures.length > 1 && rows.length > 4 && !kinds.includes('scatter')) kinds.push('scatter');
  }
  return kinds.length ? {kinds, year, labels, measures, share} : null;
}

/** Whether a table is better opened on its chart: a series, a comparison, or shares that were asked for. */
export function opensOnChart(table) {
  const plan = chartable(table);
  if (!plan) return false;
  const [first] = plan.kinds;
  return first === 'line' || (first === 'treemap' && SHARES.test(table.question))
    || (first === 'bar' && table.rows.length > 1 && (isGrouped(table, plan) || COMPARES.test(table.question)));
}

/** Whether each thing has a value for each of two years, which stand side by side then. */
function isGrouped({rows}, {year, labels}) {
  return distinct(rows, [year]) === 2 && distinct(rows, [...labels, year]) === rows.length && distinct(rows, labels) < rows.length;
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
    // a picture of two columns has no key, and forgets what was changed about it
    this.key = this.key ?? '';
    this.own = JSON.parse(this.key && kept(`chart.${this.key}`) || '{}');
    this.kind = this.plan.kinds.includes(this.own.kind) ? this.own.kind : this.plan.kinds[0];
  }

  /** The column that is drawn. */
  get measure() {
    return this.plan.measures.includes(this.own.measure) ? this.own.measure : this.plan.measures[0];
  }

  /** What the picture is called. */
  get title() {
    return this.own.title || this.data.question;
  }

  /** Bars and tiles begin at nothing, which a logarithm has not. */
  get canBeLogarithmic() {
    return this.plan.kinds.includes('line') && this.data.rows.every((row) => row[this.measure] === null || row[this.measure] > 0);
  }

  /** The plan for the column that is drawn; tiles are no choice for one that does not add up. */
  get wanted() {
    const {measures} = this.plan;
    return {...this.plan, measures: [this.measure, ...measures.filter((index) => index !== this.measure)]};
  }

  fits(kind) {
    return kind !== 'treemap' || this.measure === this.plan.measures[0] || (adds(this.data.columns[this.measure]) && this.data.rows.every((row) => !(row[this.measure] < 0)));
  }

  /** Takes what a person changed, nothing for all as it was; the browser keeps it for this answer. */
  adjust(own) {
    this.own = own ? {...this.own, ...own} : {};
    if (this.key) keep(`chart.${this.key}`, own ? JSON.stringify(this.own) : '');
    if (!own) this.form.replaceChildren();
    if (!own) this.kind = this.plan.kinds[0];
    if (!this.fits(this.kind)) this.kind = this.plan.kinds.find((kind) => this.fits(kind));
    this.choose(this.kind, false);
    if (!own) this.opener.focus();
  }

  colours() {
    const [light, dark] = PALETTES[this.own.palette] ?? PALETTES.Usual;
    return {...colours(), palette: isDark() ? dark : light};
  }

  options(colour, width) {
    const option = options(this.kind, this.data, this.wanted, colour, width);
    if (this.own.axis === 'log' && this.kind === 'line' && this.canBeLogarithmic) option.yAxis = {...option.yAxis, type: 'log'};
    return option;
  }

  connectedCallback() {
    this.redraw = () => this.draw();
    document.addEventListener('themechange', this.redraw);
    this.resizing = new ResizeObserver(() => this.drawn?.resize());
    this.surface = element('div', {class: 'surface', role: 'img'});
    const choice = element('div', {class: 'segments', role: 'group', 'aria-label': t('kindOfChart')},
      ...this.plan.kinds.map((kind) => element('button', {type: 'button', 'data-kind': kind, text: NAMES[kind], on: {click: () => this.choose(kind, true)}})));
    this.called = element('p', {class: 'chart-title'});
    this.form = element('div');
    this.opener = button(t('adjust'), {class: 'link adjust'}, async () => {
      const {chartForm} = await import('./chart-form.js');
      this.form.replaceChildren(...(this.form.hasChildNodes() ? [] : [chartForm(this, Object.keys(PALETTES))]));
    });
    this.note = element('span', {role: 'status'});
    this.replaceChildren(this.called, this.surface, element('p', {class: 'below'}, this.plan.kinds.length > 1 ? choice : null, this.note,
      this.opener, button(t('saveAsPng'), {class: 'link png'}, () => this.save('png')), button(t('saveAsSvg'), {class: 'link svg'}, () => this.save('svg'))), this.form);
    this.resizing.observe(this.surface);
    this.choose(this.kind, false);
  }

  disconnectedCallback() {
    document.removeEventListener('themechange', this.redraw);
    this.resizing.disconnect();
    this.drawn?.dispose();
    this.drawn = null;
  }

  /** @param {boolean} keeping whether the kind is kept as what the person wants */
  choose(kind, keeping) {
    this.kind = kind;
    if (keeping) {
      this.own = {...this.own, kind};
      if (this.key) keep(`chart.${this.key}`, JSON.stringify(this.own));
    }
    for (const each of this.querySelectorAll('[data-kind]')) {
      each.setAttribute('aria-pressed', String(each.dataset.kind === kind));
      each.disabled = !this.fits(each.dataset.kind);
    }
    this.called.textContent = this.own.title ?? '';
    this.called.hidden = !this.own.title;
    this.draw();
  }

  async draw() {
    if (!this.drawn) this.surface.append(element('p', {class: 'drawing', text: t('drawingTheChart')}));
    let echarts;
    try {
      echarts = await import('../lib/echarts.esm.min.js');
    } catch {
      this.surface.replaceChildren(element('p', {class: 'drawing', text: t('theChartCannotBeDrawn')}));
      return;
    }
    if (!this.isConnected) return;
    this.surface.querySelector('.drawing')?.remove();
    const option = this.options(this.colours(), this.surface.clientWidth);
    this.surface.style.height = `${option.height}px`;
    this.note.textContent = option.note ?? '';
    this.note.hidden = !option.note;
    delete option.height;
    delete option.note;
    this.drawn?.dispose();
    this.drawn = echarts.init(this.surface, null, {renderer: 'canvas'});
    this.drawn.setOption(option);
    this.surface.setAttribute('aria-label', t('kindChartQuestionTheTable', {kind: NAMES[this.kind], question: this.title}));
    this.dataset.drawn = this.kind;
  }

  /** A picture that can stand by itself: with what was asked, measure and unit, source, date, and whether the data are made up. */
  async save(type) {
    const echarts = await import('../lib/echarts.esm.min.js');
    const colour = this.colours();
    const width = Math.max(640, this.surface.clientWidth);
    const {height, note, ...option} = this.options(colour, width);
    const framed = frame(option, {height, note, title: this.title, data: this.data, plan: this.wanted, colour, width});
    const svg = type === 'svg';
    const room = element('div');
    room.style.width = `${width}px`;
    room.style.height = `${framed.height}px`;
    const chart = echarts.init(svg ? null : room, null, {renderer: type === 'svg' ? 'svg' : 'canvas', ssr: svg, width, height: framed.height});
    chart.setOption({...framed.option, animation: false, backgroundColor: colour.ground});
    const name = `${fileName(this.title)}.${type}`;
    download(name, svg
      ? new Blob([chart.renderToSVGString()], {type: 'image/svg+xml'})
      : fetchless(chart.getDataURL({type: 'png', pixelRatio: 2, backgroundColor: colour.ground})));
    chart.dispose();
  }
}

/** A data address as a file, without a request: the page's policy allows none to such an address. */
function fetchless(address) {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], {type: 'image/png'});
}

const FRAME = {top: 60, bottom: 34};

/** Moves what is drawn between a title and a line that says where it is from. */
function frame(option, {height, note, title, data, plan, colour, width}) {
  const made = /synthetic|made[ -]up|invented/i.test(data.source ?? '');
  const measure = data.columns[plan.measures[0]];
  const unit = measure.unit === 'percent' ? '%' : measure.unit;
  const from = [data.source ? t('sourceSource', {source: data.source}) : '', new Date().toISOString().slice(0, 10), note].filter(Boolean).join(' · ');
  const down = (place, by) => (typeof place === 'number' ? place + by : place);
  const grid = option.grid && {...option.grid, top: option.grid.top + FRAME.top, bottom: option.grid.bottom + FRAME.bottom};
  const most = Math.floor(width / 8);
  return {
    height: height + FRAME.top + FRAME.bottom,
    option: {...option, grid,
      legend: option.legend && {...option.legend, top: down(option.legend.top, FRAME.top)},
      series: option.series.map((one) => (one.type === 'treemap' ? {...one, top: FRAME.top, bottom: FRAME.bottom} : one)),
      title: {text: short(title, most), subtext: [heading(measure) + (unit ? ` (${unit})` : ''), made ? t('syntheticData') : ''].filter(Boolean).join('   '),
        left: 12, top: 6, textStyle: {color: colour.text, fontSize: 16}, subtextStyle: {color: colour.soft}},
      graphic: [{type: 'text', left: 12, bottom: 10, style: {text: short(from, Math.floor(width / 6)), fill: colour.soft, fontSize: 11}}],
    },
  };
}

/** What a file about a question is called: caravan-kenya-exports-2023. */
export const fileName = (question) => ['caravan', ...(String(question).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8)].join('-').slice(0, 80);

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

/** How wide a text is on the page, in pixels. */
function widthOf(text) {
  widthOf.pen ??= document.createElement('canvas').getContext('2d');
  widthOf.pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return widthOf.pen.measureText(text).width;
}

/** As much of a text as there is room for, with an ellipsis at its end. */
function fitting(text, room) {
  if (widthOf(text) <= room) return text;
  let length = Math.floor(text.length * room / widthOf(text));
  while (length > 1 && widthOf(`${text.slice(0, length)}…`) > room) length--;
  return `${text.slice(0, length)}…`;
}

/** Rows by what `name` says of them, in the order in which they come. */
function gathered(rows, name) {
  const all = new Map();
  for (const row of rows) all.set(name(row), [...all.get(name(row)) ?? [], row]);
  return all;
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

  const many = distinct(rows, [year]);
  if (kind === 'line' || (kind === 'bar' && many > 2)) {
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
    const drawn = [...series].sort(([, a], [, b]) => last(b) - last(a)).slice(0, kind === 'bar' ? MOST_COLUMNS : MOST_LINES);
    return {...common,
      note: drawn.length < series.size ? t(kind === 'bar' ? 'someSeries' : 'someLines', {n: drawn.length, all: series.size}) : '',
      grid: {...common.grid, top: drawn.length > 1 ? 64 : 36},
      legend: drawn.length > 1 ? {type: 'scroll', top: 0, textStyle: {color: colour.text}, pageTextStyle: {color: colour.text}, formatter: (text) => short(text)} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', valueFormatter: written(measure)},
      xAxis: {...category(years.map(String)), boundaryGap: kind === 'bar'}, yAxis: {...axis(measure), nameTextStyle: {color: colour.soft, align: 'left'}},
      series: drawn.map(([key, {values}]) => ({type: kind, name: key, connectNulls: false, symbol: 'circle', symbolSize: 6, lineStyle: {width: 2.5}, data: years.map((at) => values.get(at) ?? null)})),
    };
  }
  if (kind === 'bar') {
    const grouped = isGrouped({rows}, {year, labels});
    const things = grouped ? [...gathered(rows, named)].map(([key, ofIt]) => ({key, ofIt})) : rows.map((row) => ({key: many > 1 ? `${named(row)}, ${row[year]}` : named(row), ofIt: [row]}));
    const most = ({ofIt}) => Math.max(...ofIt.map((row) => row[measure] ?? -Infinity));
    const drawn = (things.length > MOST_BARS ? [...things].sort((a, b) => most(b) - most(a)).slice(0, MOST_BARS) : things).reverse();
    const years = [...new Set(rows.map((row) => row[year]))].sort((a, b) => a - b);
    const series = grouped
      ? years.map((at) => ({index: measure, name: String(at), data: drawn.map(({ofIt}) => ofIt.find((row) => row[year] === at)?.[measure] ?? null)}))
      : comparable(columns, rows, measures).map((index) => ({index, name: name(index), data: drawn.map(({ofIt}) => ofIt[0][index])}));
    const several = series.length > 1;
    // on a narrow screen the names stand above their bars, which get the whole width
    const above = width < 480 && !several;
    const room = above ? width - 24 : Math.min(Math.ceil(Math.max(...drawn.map(({key}) => widthOf(key)))), Math.floor(width * 0.42));
    return {...common,
      note: drawn.length < things.length ? t(grouped ? 'largestThings' : 'largestRows', {n: drawn.length, all: things.length, measure: name(measure)}) : '',
      height: Math.max(196, 80 + drawn.length * (several ? 18 * series.length + 10 : above ? 42 : 30)),
      legend: several ? {top: 0, textStyle: {color: colour.text}} : undefined,
      tooltip: {...common.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: written(measure)},
      xAxis: {...axis(measure, marks), name: several && !grouped ? '' : titled(measure), nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colour.soft}},
      yAxis: {...category(drawn.map(({key}) => key)), axisLabel: {color: colour.text, interval: 0, formatter: (text) => fitting(text, room), ...(above ? {inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 11, 2]} : {})}, z: 3},
      series: series.map(({index, name: label, data}) => ({type: 'bar', name: label, barMaxWidth: above ? 12 : 22, barCategoryGap: above ? '65%' : '20%', itemStyle: {borderRadius: [0, 4, 4, 0]}, data,
        label: several ? undefined : {show: true, position: 'right', color: colour.soft, formatter: ({value}) => shown(value ?? null, columns[index])}})),
      // the room of the names is measured here: what the library takes for it has cut them
      grid: {...common.grid, containLabel: false, left: above ? 12 : room + 20, top: several ? 36 : 8, right: 72, bottom: 52},
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
      tiles.push({name: t('nSmallerOnes', {n: rest.length}), value, text: shown(value, columns[measure]), itemStyle: {color: colour.rest}});
    }
    return {...common, height: 380, note: t('measureWholeInAll', {measure: titled(measure), whole: shown(whole, columns[measure])}), tooltip: {...common.tooltip, formatter: ({name: text, data}) => `${text}: ${data.text.replace('\n', ', ')}`},
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

/** @param {string} key what is changed about the chart is kept under; empty where nothing is kept */
export const chartOf = (evidence, key = '') => Object.assign(document.createElement('caravan-chart'), {key, evidence});
