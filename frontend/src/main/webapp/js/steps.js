/** `<caravan-steps>`: what happens in a turn, as cards grouped by tool call, while it happens and afterwards. */
import {duration, element} from './dom.js';
import {texts} from './language.js';
import {ResearchTree} from './research-tree.js';

const t = await texts('chat');

const MARKS = {running: '', done: '✓', failed: '✕', stopped: '·'};
/** The stages that open a tool call tell which tool it is. */
const TOOLS = [
  [/graphql|plan_query|resolve_ids/, t('atlasApi')],
  [/docs/, t('documentation')],
  [/document|cite_source|generate_answer|get_outline|query_records|navigate/, t('documents')],
  [/edited/, t('yourQuery')],
  [/limit|exceeded/, t('queryLimit')],
  [/./, t('database')],
];
/** What stands elsewhere: on the step itself, in the trace or below the answer. */
const HIDDEN = new Set(['stage', 'label', 'tool_call', 'status', 'millis', 'at', 'route', 'calls', 'sql', 'query', 'database_millis', 'model_calls', 'grade',
  'plan', 'tool_name', 'tool_input', 'tool_status', 'tool_output', 'sources', 'budget']);
const written = (value) => (Array.isArray(value) ? value.map(written).join('; ') : value !== null && typeof value === 'object' ? facts(value) : String(value));

/** Names and values in one line. */
export const facts = (values) => Object.entries(values)
  .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && !value.length))
  .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${written(value)}`)
  .join(' · ');

/** What a step found out. */
export const found = (step) => Object.fromEntries(Object.entries(step).filter(([name]) => !HIDDEN.has(name)));

/** How a step judged what it looked at, as pass, suspicious or fail and in a word; nothing of steps that judge nothing. */
export function verdict({stage, grade, confidence, rejection, rejection_reason: outside, rows_total: rows}) {
  const judged = (kind, look, text) => element('span', {class: `state ${look}`, 'data-verdict': kind, text});
  if (rejection || outside) return judged('fail', 'bad', t('refused'));
  if (grade === 'fail') return judged('fail', 'bad', t('failed'));
  if (grade === 'pass' && confidence < 0.5) return judged('suspicious', 'warn', t('passedUnsure'));
  if (rows === 0) return judged('suspicious', 'warn', t('noRows'));
  return grade === 'pass' || stage === 'validate_sql' ? judged('pass', 'good', t('passed')) : null;
}

export const detail = (step) => facts(found(step));

/** What the models of these steps were asked and cost: 4 model calls, 440 tokens, $0.0011; nothing where none counts tokens. */
export function cost(steps) {
  const calls = steps.flatMap((step) => step.model_calls ?? []);
  const sum = (name) => calls.reduce((total, call) => total + (call[name] ?? 0), 0);
  const tokens = sum('input_tokens') + sum('output_tokens');
  const dollars = calls.some((call) => call.dollars > 0) ? `, $${Number(sum('dollars').toPrecision(2))}` : '';
  return tokens ? t('modelCalls', {n: calls.length, tokens}) + dollars : '';
}

export const label = (step) => step.label || step.stage;

const STATES = {pending: t('pending'), running: t('running'), complete: t('done'), clarification_needed: t('waitingForYou'), error: t('failed'), dropped: t('dropped')};

/** One task of a plan with its state. */
function taskOf(task) {
  const item = element('li', {'data-state': task.state, 'data-tool': task.tool},
    element('span', {class: 'mark', 'aria-hidden': 'true'}), element('span', {class: 'what', text: task.description}), element('span', {class: 'state', text: STATES[task.state]}));
  item.task = task;
  return item;
}

/** What a tool was given and gave. */
const callOf = ({tool_name: name, tool_input: input, tool_output: output}) => element('details', {class: 'call'},
  element('summary', {text: name}),
  element('pre', {tabindex: 0, text: `${JSON.stringify(input, null, 1)}\n${JSON.stringify(output, null, 1)}`}));

export class CaravanSteps extends HTMLElement {
  constructor() {
    super();
    this.running = [];
    this.cards = new Map();
    this.count = 0;
    this.ends = 0;
    this.summary = element('summary', {text: t('workingOnIt2')});
    this.list = element('ol', {class: 'cards'});
    this.details = element('details', {class: 'steps', open: true}, this.summary, this.list);
    this.research = new ResearchTree();
    this.plan = element('ol', {class: 'plan', 'aria-label': t('plan'), 'aria-live': 'polite', hidden: true});
  }

  connectedCallback() {
    if (!this.hasChildNodes()) this.append(this.plan, this.research.node, this.details);
  }

  /** Steps between tool calls belong to the agent; each spell of them is a card of its own, in order. */
  card(step) {
    const call = step.tool_call || 0;
    const known = call ? this.cards.get(call) : this.agent;
    if (known) return known;
    const title = element('span', {class: 'card-title', text: call ? TOOLS.find(([stages]) => stages.test(step.stage))[1] : t('agent')});
    const steps = element('ol', {});
    const card = element('li', {class: 'card', 'data-call': call}, element('p', {class: 'card-head'}, title, call ? element('span', {class: 'card-call', text: t('queryCall', {call})}) : null), steps);
    this.list.append(card);
    if (call) {
      this.cards.set(call, {card, steps, title});
      this.agent = null;
    } else {
      this.agent = {card, steps, title};
    }
    return call ? this.cards.get(call) : this.agent;
  }

  started(step) {
    const {steps, title} = this.card(step);
    if (step.tool_call && title.textContent === t('database')) title.textContent = TOOLS.find(([stages]) => stages.test(step.stage))[1];
    const time = element('span', {class: 'time'});
    const text = element('span', {class: 'what'}, element('span', {class: 'label', text: label(step)}));
    const mark = element('span', {class: 'mark', 'aria-hidden': 'true'});
    const state = element('span', {class: 'unseen', text: t('running')});
    const item = element('li', {class: 'running', 'data-stage': step.stage}, mark, text, state, time);
    steps.append(item);
    this.running.push({step, item, mark, text, state, time});
    this.count++;
    this.summary.textContent = `${label(step)} …`;
  }

  /** A step under way tells how far it is. */
  progressed({stage, phase, fraction}) {
    const begun = this.running.findLast(({step}) => step.stage === stage);
    if (!begun) return;
    const line = begun.text.querySelector('.progress') ?? begun.text.appendChild(element('span', {class: 'detail progress'}));
    line.textContent = `${phase}: ${Math.floor(fraction * 100)} %`;
    this.summary.textContent = `${label(begun.step)}: ${Math.floor(fraction * 100)} %`;
  }

  /** A step ended, done or failed; one whose start was not seen is added. */
  ended(step) {
    if (step.status === 'running') return;
    this.ends++;
    let index = this.running.findLastIndex(({step: begun}) => begun.stage === step.stage && begun.tool_call === step.tool_call);
    if (index < 0) {
      this.started(step);
      index = this.running.length - 1;
    }
    const [{item, mark, text, state, time}] = this.running.splice(index, 1);
    text.querySelector('.progress')?.remove();
    const status = step.status === 'failed' ? 'failed' : 'done';
    item.className = status;
    mark.textContent = MARKS[status];
    state.textContent = t(status === 'failed' ? 'failed' : 'done');
    time.textContent = duration(step.millis);
    const judged = status === 'done' ? verdict(step) : null;
    if (judged) text.append(judged);
    // what the tree of a research shows is not said twice
    const line = this.research.shows(step) ? '' : detail(step);
    if (line) text.append(element('span', {class: 'detail', text: line}));
    if (step.tool_name) text.append(callOf(step));
    if (step.plan) this.planned(step.plan);
    this.research.took(step);
  }

  /** The tasks of the plan and how far each is; a plan that is made anew drops what an earlier turn left undone. */
  planned(tasks) {
    if (this.plan.hidden) {
      for (const left of document.querySelectorAll('.plan [data-state=pending], .plan [data-state=clarification_needed]')) left.replaceWith(taskOf({...left.task, state: 'dropped'}));
    }
    this.plan.hidden = false;
    this.plan.replaceChildren(...tasks.map(taskOf));
  }

  /** The agent says something on the way. */
  talk(text) {
    const {steps} = this.card({tool_call: 0, stage: 'talk'});
    const last = steps.lastElementChild;
    if (last?.className === 'talk') last.lastElementChild.append(text);
    else steps.append(element('li', {class: 'talk'}, element('span', {class: 'mark', 'aria-hidden': 'true', text: '“'}), element('span', {text})));
  }

  /** All steps of a finished turn. */
  restore(steps) {
    steps.forEach((step) => this.ended({status: 'done', ...step}));
  }

  /** More will come. */
  open() {
    this.hidden = false;
    this.details.open = true;
    this.agent = null;
    this.summary.textContent = t('goingOn');
  }

  /** Nothing more will come. */
  close(millis) {
    for (const {item, mark, state} of this.running.splice(0)) {
      item.className = 'stopped';
      mark.textContent = MARKS.stopped;
      state.textContent = t('stopped');
    }
    // the turn was given up in the middle of a task
    for (const left of this.plan.querySelectorAll('[data-state=running]')) left.replaceWith(taskOf({...left.task, state: 'pending'}));
    this.details.open = false;
    this.hidden = this.count === 0;
    this.summary.textContent = Number.isFinite(millis) ? t('stepsIn', {n: this.count, time: duration(millis)}) : t('steps', {n: this.count});
  }
}

customElements.define('caravan-steps', CaravanSteps);
