/** The report of a research: its chapters with the sources of each statement, and the graph of what led where. */
import {element} from './dom.js';
import {textsOf} from './texts.js';

const SVG = 'http://www.w3.org/2000/svg';
const NODE = {width: 150, height: 28, gapX: 76, gapY: 10};
/** More would be a thicket: the rest is told in the list below the graph. */
const MOST_NODES = 60;

function drawn(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

const code = (reason) => reason.toLowerCase();

/** Links to the files of a report. */
export const fileLinks = (address) => Object.entries({pdf: 'PDF', docx: 'DOCX', md: 'Markdown'}).map(([ending, text]) =>
  element('a', {class: 'quiet', href: `${address}/report.${ending}`, download: true, text}));

/** The sources, each with its words; marks of an answer lead to them. */
export function sourceList(report, {page = false} = {}) {
  const texts = textsOf(report.language);
  return element('ol', {class: 'passages'}, ...report.sources.map((source) => element('li', {value: source.number},
    element('details', {'data-passage': source.number, id: page ? `source-${source.number}` : null, open: page},
      element('summary', {}, element('span', {class: 'doc', text: source.place}), ` ${source.passage.heading}`,
        source.passage.page ? element('span', {class: 'hint', text: ` ${texts.page} ${source.passage.page}`}) : null,
        source.via ? element('span', {class: 'hint', text: ` ${texts.via(source.via)}`}) : null),
      element('blockquote', {class: 'cite-text', text: source.passage.text})))));
}

/** The sections with their depth, and which led to which. */
function edgesOf(report) {
  const depth = new Map();
  const edges = new Map();
  for (const {from, text, depth: at, sections} of report.trail) {
    for (const to of sections.filter((section) => section !== from)) {
      depth.set(from, Math.min(depth.get(from) ?? Infinity, at));
      depth.set(to, Math.min(depth.get(to) ?? Infinity, at + 1));
      edges.set(`${from}\n${to}`, {from, to, text});
    }
  }
  return {depth, edges: [...edges.values()]};
}

/** The graph: a column for each depth, a line for each reference that was followed; null where none was. */
export function trailGraph(report, {page = false} = {}) {
  const texts = textsOf(report.language);
  const {depth, edges} = edgesOf(report);
  if (!edges.length) return null;
  const cited = new Map(report.sources.map((source) => [source.section, source.number]).reverse());
  const columns = [];
  const places = new Map();
  for (const [section, at] of [...depth].slice(0, MOST_NODES)) {
    (columns[at] ??= []).push(section);
    places.set(section, {x: 4 + at * (NODE.width + NODE.gapX), y: 4 + (columns[at].length - 1) * (NODE.height + NODE.gapY)});
  }
  const rows = Math.max(...columns.filter(Boolean).map((column) => column.length));
  const width = 8 + columns.length * NODE.width + (columns.length - 1) * NODE.gapX;
  const height = 8 + rows * NODE.height + (rows - 1) * NODE.gapY;
  const lines = edges.filter(({from, to}) => places.has(from) && places.has(to)).map(({from, to, text}) => {
    const a = places.get(from);
    const b = places.get(to);
    const back = b.x <= a.x;
    const x1 = a.x + NODE.width;
    const y1 = a.y + NODE.height / 2;
    const x2 = back ? b.x + NODE.width : b.x;
    const y2 = b.y + NODE.height / 2;
    const bend = back ? x1 + NODE.gapX / 2 : (x1 + x2) / 2;
    return drawn('path', {class: 'graph-line', d: `M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`, 'marker-end': 'url(#graph-tip)'}, drawn('title', {}, `${from}: ${text} → ${to}`));
  });
  const boxes = [...places].map(([section, {x, y}]) => {
    const number = cited.get(section);
    const longest = number ? 15 : 20;
    const shown = section.length > longest ? `${section.slice(0, longest - 1)}…` : section;
    const label = drawn('text', {x: x + 9, y: y + 18}, number ? `${shown} [${number}]` : shown);
    const box = drawn('g', {class: number ? 'graph-node cited' : 'graph-node', 'data-section': section},
      drawn('title', {}, number ? `${section}, ${texts.cited} [${number}]` : section),
      drawn('rect', {x, y, width: NODE.width, height: NODE.height, rx: 7}), label);
    return number && page ? drawn('a', {href: `#source-${number}`}, box) : box;
  });
  const tip = drawn('defs', {}, drawn('marker', {id: 'graph-tip', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse'}, drawn('path', {d: 'M0 0 L8 4 L0 8 Z'})));
  const picture = drawn('svg', {class: 'graph', viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': texts.graph}, tip, ...lines, ...boxes);
  return element('div', {class: 'graph-frame', tabindex: 0, role: 'region', 'aria-label': texts.graph}, picture);
}

/** What was not followed, by reason. */
export function leftList(report) {
  const texts = textsOf(report.language);
  const reasons = new Map();
  for (const step of report.trail.filter(({followed}) => !followed)) {
    const list = reasons.get(code(step.reason)) ?? new Set();
    list.add(step.to || step.text);
    reasons.set(code(step.reason), list);
  }
  return reasons.size
    ? element('details', {class: 'left'}, element('summary', {text: texts.left}),
      element('ul', {}, ...[...reasons].map(([reason, targets]) => element('li', {}, element('strong', {text: `${texts.reasons[reason]}: `}), [...targets].join('; ')))))
    : null;
}

/** What was looked for and not found; null where nothing is missing. */
export const missingList = (report) => (report.missing.length ? element('ul', {}, ...report.missing.map((each) => element('li', {text: each}))) : null);

/** How the report came about: the tasks with what they brought, and the scores. */
export function howList(report) {
  const texts = textsOf(report.language);
  const scores = report.quality;
  const sum = Object.keys(texts.scores).reduce((all, name) => all + scores[name], 0);
  return element('div', {},
    element('ol', {}, ...report.tasks.map((task) => element('li', {}, task.query, element('span', {class: 'hint', text: ` ${texts.task(task)}${task.stopped ? `; ${texts.stopped[task.stopped] ?? task.stopped}` : ''}`})))),
    element('p', {}, `${texts.quality}: ${sum} ${texts.of} 500 (${Object.entries(texts.scores).map(([name, label]) => `${label} ${scores[name]}`).join(', ')})`),
    ...report.notes.map((note) => element('p', {class: 'hint', text: note})));
}

/** The whole report, part by part, with a list of contents. */
export function reportView(report) {
  const texts = textsOf(report.language);
  const parts = [
    ...report.chapters.map((chapter, index) => [`chapter-${index + 1}`, chapter.heading, element('ul', {class: 'statements'}, ...chapter.statements.map((statement) =>
      element('li', {}, `${statement.text} `, element('a', {class: 'cite', href: `#source-${statement.source}`, text: `[${statement.source}]`}))))]),
    ['sources', texts.sources, sourceList(report, {page: true})],
    ['trail', texts.trail, report.trail.length ? element('div', {}, trailGraph(report, {page: true}), leftList(report)) : null],
    ['missing', texts.missing, missingList(report)],
    ['how', texts.how, howList(report)],
  ].filter(([, , content]) => content);
  return element('article', {class: 'report', lang: report.language},
    element('h1', {text: report.title}),
    element('p', {class: 'hint', text: texts.about(report.chapters.reduce((sum, chapter) => sum + chapter.statements.length, 0), report.sources.length)}),
    element('nav', {'aria-label': texts.contents}, element('h2', {text: texts.contents}), element('ol', {}, ...parts.map(([id, heading]) => element('li', {}, element('a', {href: `#${id}`, text: heading}))))),
    ...parts.map(([id, heading, content]) => element('section', {id, 'aria-labelledby': `${id}-title`}, element('h2', {id: `${id}-title`, text: heading}), content)));
}
