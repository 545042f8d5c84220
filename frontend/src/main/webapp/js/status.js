/** The status page: what runs, on which data, and how the sources are; read anew every few seconds. */
import './theme.js';
import * as api from './api.js';
import {duration, element} from './dom.js';

const EVERY = 5_000;
const main = document.getElementById('main');
const STATES = {closed: ['good', 'working'], open: ['bad', 'given a rest'], half_open: ['warn', 'being tried'], forced_open: ['bad', 'switched off'], not_in_use: ['', 'not in use']};

const card = (title, ...children) => element('section', {class: 'tile-card'}, element('h2', {text: title}), ...children);
const pairs = (entries) => element('dl', {class: 'pairs'}, ...entries.filter(([, value]) => value !== undefined && value !== '').flatMap(([name, value]) => [element('dt', {text: name}), element('dd', {text: String(value)})]));
const state = (kind, text) => element('span', {class: `state ${kind}`, text});

function budget([name, {limit, remaining, window_seconds: window, pending, refused}]) {
  return card(`Budget: ${name}`,
    element('meter', {min: 0, max: limit, value: remaining, low: limit * 0.2, high: limit * 0.5, optimum: limit, 'aria-label': `Calls left for ${name}`}),
    element('p', {class: 'big', text: `${remaining} of ${limit}`}),
    element('p', {class: 'hint', text: `calls left within ${window} seconds${pending ? `, ${pending} under way` : ''}${refused ? `, ${refused} refused so far` : ''}`}));
}

const breaker = ([name, {state: now, failures, refused}]) => {
  const [kind, text] = STATES[now] ?? ['warn', now];
  return element('tr', {}, element('th', {scope: 'row', text: name}), element('td', {}, state(kind, text)), element('td', {class: 'number', text: failures}), element('td', {class: 'number', text: refused}));
};

const NAMES = {caravan: 'Caravan', camel: 'Apache Camel', java: 'Java', langchain4j: 'LangChain4j'};

function show(status) {
  const {data = {}, budgets = {}, breakers = {}, versions = {}} = status;
  main.replaceChildren(element('h1', {text: 'Status'}), element('div', {class: 'cards-grid'},
    card('Model', element('p', {class: 'big', text: status.model}), pairs([['Mode', status.mode], ['Workspace', status.workspace]])),
    card('Data', element('p', {}, data.reachable === false ? state('bad', 'not reachable') : state('good', data.making ? `being made: ${Math.floor(data.fraction * 100)} %` : data.made === false ? 'made at the first question' : 'reachable'), data.synthetic ? state('warn', 'synthetic') : null),
      pairs([['Name', data.name ?? 'not known'], ['Vintage', data.vintage ?? 'not known'], ['Source', status.source]]), data.note ? element('p', {class: 'hint', text: data.note}) : null),
    ...Object.entries(budgets).map(budget),
    card('Breakers', element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': 'Breakers'}, element('table', {},
      element('thead', {}, element('tr', {}, ...['Source', 'State', 'Failures', 'Refused'].map((text, index) => element('th', {scope: 'col', class: index > 1 ? 'number' : null, text})))),
      element('tbody', {}, ...Object.entries(breakers).map(breaker))))),
    card('Versions', pairs([...Object.entries(versions).map(([name, version]) => [NAMES[name] ?? name, version]), ['Running for', duration(status.uptime_seconds * 1000)]]))));
}

async function refresh() {
  try {
    const status = await api.status();
    const focused = main.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    show(status);
    if (focused) main.querySelector(`[aria-label="${focused}"]`)?.focus({preventScroll: true});
  } catch {
    main.replaceChildren(element('h1', {text: 'Status'}), element('p', {class: 'degraded', role: 'alert', text: 'The server does not answer.'}));
  }
  setTimeout(refresh, EVERY);
}
refresh();
