/** How an answer came about: /trace/{turn} shows every step and call on one time line. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, duration, element, nothing} from './dom.js';
import {highlighted} from './sql.js';
import {cost, detail, facts, label, verdict} from './steps.js';

const t = await texts('work');

const KINDS = {model: t('model'), database: t('database'), http: t('service')};
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
    element('dl', {class: 'trace-detail'}, ...text(t('sent'), one.in), ...text(t('received'), one.out), ...text(t('error'), one.error))));
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
      one.route ? element('p', {}, t('route'), element('code', {text: one.route}), t('step'), element('code', {text: one.stage}), ' ',
        element('a', {class: 'only-monitored', href: `${base}hawtio/camel#route=${encodeURIComponent(one.route)}`, text: t('openItInHawtio')})) : null)),
    calls.length ? element('ol', {class: 'calls'}, ...calls.map((each) => call(each, total))) : null);
}

try {
  const trace = await api.trace(id);
  const total = Math.max(1, trace.millis, ...trace.steps.map((one) => (one.at ?? 0) + one.millis));
  const spent = (kind) => trace.steps.flatMap((one) => one.calls ?? []).filter((one) => one.kind === kind).reduce((sum, one) => sum + (one.millis ?? 0), 0);
  document.title = t('howItCameAboutQuestion', {question: trace.question});
  main.replaceChildren(element('h1', {text: trace.question}),
    element('p', {class: 'trace-sum'},
      ...[[t('outcome'), trace.outcome.replaceAll('_', ' ')], [t('inAll'), duration(trace.millis)], [t('model'), duration(spent('model'))], [t('database'), duration(spent('database'))], [t('services'), duration(spent('http'))], [t('started'), new Date(trace.started_at).toLocaleString(language)], [t('cost'), cost(trace.steps)]]
        .filter(([, value]) => value)
        .map(([name, value]) => element('span', {class: 'fact'}, element('span', {class: 'fact-name', text: name}), value))),
    element('p', {}, element('a', {href: `${base}chat/${trace.thread_id}`, text: t('backToTheConversation')})),
    element('div', {class: 'ruler', 'aria-hidden': 'true'}, ...[0, 0.25, 0.5, 0.75, 1].map((part) => element('span', {text: duration(part * total)}))),
    element('ol', {class: 'trace'}, ...trace.steps.map((one) => step(one, total))));
} catch (problem) {
  main.replaceChildren(...problem.status === 404
    ? nothing(t('thereIsNoSuchQuestion'), t('theAddressMayBeMistyped2'))
    : nothing(t('theStepsCannotBeShown'), problem.message));
}
