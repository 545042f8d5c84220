/** The status page: what runs, on which data, and how the sources are; read anew every few seconds. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, duration, element} from './dom.js';

const t = await texts('work');

const EVERY = 5_000;
const main = document.getElementById('main');
const STATES = {closed: ['good', t('working')], open: ['bad', t('givenARest')], half_open: ['warn', t('beingTried')], forced_open: ['bad', t('switchedOff')], not_in_use: ['', t('notInUse')]};

const card = (title, ...children) => element('section', {class: 'tile-card'}, element('h2', {text: title}), ...children);
const wide = (title, ...children) => element('section', {class: 'tile-card wide'}, element('h2', {text: title}), ...children.filter(Boolean));
const pairs = (entries) => element('dl', {class: 'pairs'}, ...entries.filter(([, value]) => value !== undefined && value !== '').flatMap(([name, value]) => [element('dt', {text: name}), element('dd', {text: String(value)})]));
const state = (kind, text) => element('span', {class: `state ${kind}`, text});

function budget([name, {limit, remaining, window_seconds: window, pending, refused}]) {
  return card(t('budgetName', {name}),
    element('meter', {min: 0, max: limit, value: remaining, low: limit * 0.2, high: limit * 0.5, optimum: limit, 'aria-label': t('callsLeftForName', {name})}),
    element('p', {class: 'big', text: t('remainingOfLimit', {remaining, limit})}),
    element('p', {class: 'hint', text: t('callsLeft', {window}) + (pending ? t('callsUnderWay', {pending}) : '') + (refused ? t('callsRefused', {refused}) : '')}));
}

/** A table that can be scrolled; columns from `numbers` on hold figures. */
const table = (label, heads, rows, numbers = heads.length) => element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': label}, element('table', {},
  element('thead', {}, element('tr', {}, ...heads.map((text, index) => element('th', {scope: 'col', class: index >= numbers ? 'number' : null, text})))),
  element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((content, index) =>
    element(index ? 'td' : 'th', {scope: index ? null : 'row', class: index >= numbers ? 'number' : null}, content)))))));
const figure = (value) => Number(value).toLocaleString(language);
const dollars = (value) => `$${Number(value).toLocaleString(language, {minimumFractionDigits: 2, maximumFractionDigits: 4})}`;

const breaker = ([name, {state: now, failures, refused}]) => {
  const [kind, text] = STATES[now] ?? ['warn', now];
  return [name, state(kind, text), figure(failures), figure(refused)];
};

/** Who answers, and what a million tokens cost there. */
function models({providers = {}, prices = []}) {
  const priced = (value) => (value === undefined ? '–' : dollars(value));
  const looks = {ready: 'good', unknown: '', no_key: 'bad', unreachable: 'bad'};
  return table(t('models'), [t('model'), t('provider'), t('usedFor'), t('state'), t('read'), t('written'), t('since')],
    prices.map(({provider, type, model, read, written, since}) =>
      [model, provider, type, state(looks[providers[provider]?.state] ?? '', providers[provider]?.state.replace('_', ' ') ?? ''), priced(read), priced(written), since || '–']), 4);
}

/** What a question, a user and a tenant may cost at most. */
function limits({quotas: {user, tenant}, question}) {
  const limit = (value, written = figure) => (Number(value) ? written(value) : t('noLimit'));
  const row = (name, of) => [name, limit(of.minute), limit(of.at_once), limit(of.day_dollars, dollars), limit(of.day_rows)];
  return [table(t('quotas'), [t('of'), t('questionsAMinute'), t('questionsAtOnce'), t('dollarsADay'), t('rowsADay')], [row(t('aUser'), user), row(t('aTenant'), tenant)], 1),
    element('p', {class: 'hint', text: t('aQuestionMayCost', {calls: question.calls, tokens: question.tokens, dollars: dollars(question.dollars)})})];
}

/** What the questions of today cost. */
function costs({day, tenants, users, dearest}) {
  const row = (name, owner) => ({questions, dollars: sum, rows}) => [name, owner, figure(questions), dollars(sum), dollars(sum / questions), figure(rows)];
  const rows = tenants.flatMap((one) => [row(one.tenant, t('everybody'))(one), ...users.filter(({tenant}) => tenant === one.tenant).map((user) => row('', user.owner)(user))]);
  return [rows.length ? table(t('spentToday'), [t('tenant'), t('user'), t('questions'), t('cost'), t('aQuestion'), t('rowsShown')], rows, 2) : element('p', {text: t('nothingSpentYet')}),
    element('p', {class: 'hint', text: t('spentOnDay', {day})}),
    dearest.length ? element('ol', {class: 'dearest', 'aria-label': t('dearestQuestions')}, ...dearest.map((one) =>
      element('li', {}, `${dollars(one.dollars)} · ${one.tenant}, ${one.owner} · `, element('a', {href: `${base}trace/${one.turn_id}`, text: t('howItCameAbout')})))) : null];
}

const NAMES = {caravan: 'Caravan', camel: 'Apache Camel', java: 'Java', langchain4j: 'LangChain4j'};

function show(status, spent) {
  const {data = {}, budgets = {}, breakers = {}, versions = {}} = status;
  main.replaceChildren(element('h1', {text: t('status')}), element('div', {class: 'cards-grid'},
    card(t('model'), element('p', {class: 'big', text: status.model}), pairs([[t('mode'), status.mode], [t('workspace'), status.workspace]])),
    card(t('data'), element('p', {}, data.reachable === false ? state('bad', t('notReachable')) : state('good', data.making ? t('beingMade', {percent: Math.floor(data.fraction * 100)}) : data.made === false ? t('madeAtTheFirstQuestion') : t('reachable')), data.synthetic ? state('warn', t('synthetic')) : null),
      pairs([[t('name'), data.name ?? t('notKnown')], [t('vintage'), data.vintage ?? t('notKnown')], [t('source'), status.source]]), data.note ? element('p', {class: 'hint', text: data.note}) : null),
    ...Object.entries(budgets).map(budget),
    status.models?.prices?.length ? wide(t('models'), models(status.models), element('p', {class: 'hint', text: t('pricesAreForAMillion')})) : null,
    wide(t('quotas'), ...limits(status)),
    spent ? wide(t('spentToday'), ...costs(spent)) : null,
    card(t('breakers'), table(t('breakers'), [t('source'), t('state'), t('failures'), t('refused')], Object.entries(breakers).map(breaker), 2)),
    card(t('versions'), pairs([...Object.entries(versions).map(([name, version]) => [NAMES[name] ?? name, version]), [t('runningFor'), duration(status.uptime_seconds * 1000)]]))));
}

async function refresh() {
  try {
    // what was spent is not known while the database of conversations does not answer
    const [status, spent] = await Promise.all([api.status(), api.spent().catch(() => null)]);
    const focused = main.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    show(status, spent);
    if (focused) main.querySelector(`[aria-label="${focused}"]`)?.focus({preventScroll: true});
  } catch {
    main.replaceChildren(element('h1', {text: t('status')}), element('p', {class: 'degraded', role: 'alert', text: t('theServerDoesNotAnswer')}));
  }
  setTimeout(refresh, EVERY);
}
refresh();
