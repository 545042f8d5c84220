/** How an answer came about: /trace/{turn} shows every step and call on one time line. */
import './theme.js';
import * as api from './api.js';
import {base, duration, element, nothing} from './dom.js';
import {highlighted} from './sql.js';
import {cost, detail, facts, label, verdict} from './steps.js';

const KINDS = {model: 'Model', database: 'Database', http: 'Service'};
const main = document.getElementById('main');
const id = decodeURIComponent(location.pathname.slice(`${base}trace/`.length));

/** Where a span lies on the time line; styles by script are allowed by the page's policy, in HTML they are not. */
function bar(kind, at, millis, total) {
  const node = element('span', {class: `span ${kind}`});
  node.style.left = `${Math.min(100, 100 * at / total)}%`;
  node.style.width = `max(3px, ${100 * millis / total}%)`;
  return element('span', {class: 'lane', 'aria-hidden': 'true'}, node);
}

const text = (title, value) => (value ? [element('dt', {text: title}), element('dd', {}, element('pre', {tabindex: 0, text: value}))] : []);

function call(one, total) {
  return element('li', {}, element('details', {class: 'trace-row call'},
    element('summary', {}, element('span', {class: 'trace-name'}, KINDS[one.kind] ?? one.kind, element('code', {text: one.endpoint})),
      bar(one.error ? 'failed' : one.kind, one.at, one.millis ?? 0, total), element('span', {class: 'time', text: duration(one.millis)})),
    element('dl', {class: 'trace-detail'}, ...text('Sent', one.in), ...text('Received', one.out), ...text('Error', one.error))));
}

function step(one, total) {
  const calls = one.calls ?? [];
  return element('li', {}, element('details', {class: `trace-row ${one.status}`, 'data-stage': one.stage},
    element('summary', {}, element('span', {class: 'trace-name'}, label(one), ' ', verdict(one), element('code', {text: one.stage})),
      bar(one.status, one.at ?? 0, one.millis, total), element('span', {class: 'time', text: duration(one.millis)})),
    element('div', {class: 'trace-detail'},
      detail(one) ? element('p', {text: detail(one)}) : null,
      ...(one.model_calls ?? []).map((asked) => element('p', {class: 'asked-model', text: facts(asked)})),
      one.sql ? element('pre', {tabindex: 0}, element('code', {}, ...highlighted(one.sql))) : null,
      cost([one]) ? element('p', {text: cost([one])}) : null,
      one.route ? element('p', {}, 'Route ', element('code', {text: one.route}), ', step ', element('code', {text: one.stage}), ' ',
        element('a', {class: 'only-monitored', href: `${base}hawtio/camel#route=${encodeURIComponent(one.route)}`, text: 'open it in Hawtio'})) : null)),
    calls.length ? element('ol', {class: 'calls'}, ...calls.map((each) => call(each, total))) : null);
}

try {
  const trace = await api.trace(id);
  const total = Math.max(1, trace.millis, ...trace.steps.map((one) => (one.at ?? 0) + one.millis));
  const spent = (kind) => trace.steps.flatMap((one) => one.calls ?? []).filter((one) => one.kind === kind).reduce((sum, one) => sum + (one.millis ?? 0), 0);
  document.title = `How it came about: ${trace.question} – Caravan`;
  main.replaceChildren(element('h1', {text: trace.question}),
    element('p', {class: 'trace-sum'},
      ...[['Outcome', trace.outcome.replaceAll('_', ' ')], ['In all', duration(trace.millis)], ['Model', duration(spent('model'))], ['Database', duration(spent('database'))], ['Services', duration(spent('http'))], ['Started', new Date(trace.started_at).toLocaleString('en')], ['Cost', cost(trace.steps)]]
        .filter(([, value]) => value)
        .map(([name, value]) => element('span', {class: 'fact'}, element('span', {class: 'fact-name', text: name}), value))),
    element('p', {}, element('a', {href: `${base}chat/${trace.thread_id}`, text: 'Back to the conversation'})),
    element('div', {class: 'ruler', 'aria-hidden': 'true'}, ...[0, 0.25, 0.5, 0.75, 1].map((part) => element('span', {text: duration(part * total)}))),
    element('ol', {class: 'trace'}, ...trace.steps.map((one) => step(one, total))));
} catch (problem) {
  main.replaceChildren(...problem.status === 404
    ? nothing('There is no such question', 'The address may be mistyped, or the conversation was deleted.')
    : nothing('The steps cannot be shown', problem.message));
}
