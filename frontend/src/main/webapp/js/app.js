/** The page: asks, follows the answer, keeps the conversation. The address after # is the conversation's id. */
import * as api from './api.js';
import {element} from './dom.js';
import {Past} from './past.js';
import {TurnView} from './turn.js';

const byId = (id) => document.getElementById(id);
const box = byId('question');
const turns = byId('turns');

let threadId = '';
let running = null;
let longest = 2000;

const past = new Past((id) => id === threadId && begin());

function announce(text) {
  byId('announce').textContent = text;
}

/** An empty conversation. */
function begin() {
  running?.stop();
  threadId = '';
  turns.replaceChildren();
  byId('welcome').hidden = false;
  if (location.hash) history.pushState(null, '', location.pathname + location.search);
  document.title = 'Caravan';
  past.mark('');
  past.open(false);
  box.focus();
}

/** Shows a stored conversation. */
async function show(id) {
  running?.stop();
  threadId = id;
  turns.replaceChildren();
  byId('welcome').hidden = true;
  past.mark(id);
  try {
    const thread = await api.thread(id);
    document.title = `${thread.title} – Caravan`;
    for (const {turn_id: turnId} of thread.turns) {
      const turn = await api.turn(turnId);
      if (threadId !== id) return;
      const view = new TurnView(turn.question, ask);
      turns.append(view.node);
      view.answer(turn);
    }
    turns.lastElementChild?.scrollIntoView();
  } catch (problem) {
    begin();
    announce(problem.message);
  }
}

/** Asks in the present conversation. */
async function ask(text) {
  const question = text.trim();
  if (!question || running) return;
  if ([...question].length > longest) {
    announce(`The question is longer than ${longest} characters.`);
    return;
  }
  byId('welcome').hidden = true;
  past.open(false);
  const view = new TurnView(question, ask);
  turns.append(view.node);
  view.node.scrollIntoView({block: 'start'});
  box.value = '';
  measure();

  const abort = new AbortController();
  const turn = {id: '', ended: false, stopped: false};
  running = {stop: () => {
    turn.stopped = true;
    if (turn.id) api.cancelTurn(turn.id).catch(() => null);
    abort.abort();
  }};
  busy(true);
  announce('Working on it.');
  const shown = threadId;
  try {
    await api.ask(shown ? {question, thread_id: shown} : {question}, (event, data) => follow(view, turn, event, data), abort.signal);
    if (!turn.ended) throw new Error('The server ended the connection before the answer was there.');
  } catch (problem) {
    refuse(view, turn, problem, question);
  } finally {
    running = null;
    busy(false);
    past.load();
  }
}

function follow(view, turn, event, data) {
  switch (event) {
    case 'thread':
      turn.id = data.turn_id;
      if (!threadId) {
        threadId = data.thread_id;
        history.pushState(null, '', `#${threadId}`);
      }
      break;
    case 'node_start':
      view.stepStarted(data);
      announce(data.label || '');
      break;
    case 'pipeline_state':
      view.stepEnded(data);
      break;
    case 'agent_talk':
      view.talk(data.text);
      break;
    case 'error':
      turn.ended = true;
      view.failed(data.detail || data.title || 'Something went wrong.', data.status < 500 ? 'error' : 'failed');
      announce('This did not work.');
      break;
    case 'done':
      turn.ended = true;
      view.answer(data);
      announce(`Answer: ${view.node.querySelector('.answer .text').textContent}`);
      break;
    default:
      // an event of a newer server; the answer does not depend on it
  }
}

function refuse(view, turn, problem, question) {
  if (turn.ended) return;
  if (turn.stopped) {
    view.failed('You stopped this question before there was an answer.', 'stopped', () => ask(question));
  } else if (problem instanceof api.Problem) {
    view.failed(problem.message, problem.status < 500 ? 'error' : 'failed');
    if (problem.status < 500 && !box.value) box.value = question;
  } else {
    view.failed('The connection to the server was lost. Is it still running?', 'failed', () => ask(question));
  }
  announce(view.node.querySelector('.answer').textContent);
}

function busy(on) {
  byId('send').hidden = on;
  byId('stop').hidden = !on;
  turns.setAttribute('aria-busy', String(on));
  for (const button of document.querySelectorAll('.choices button, .example')) button.disabled = on;
}

/** The box grows with the question; near the limit the count shows. */
function measure() {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, 192)}px`;
  const length = [...box.value].length;
  const count = byId('count');
  count.textContent = length > longest * 0.8 ? `${length.toLocaleString('en')} of ${longest.toLocaleString('en')} characters` : '';
  count.className = length > longest ? 'over' : '';
}

async function describe() {
  try {
    const status = await api.status();
    longest = status.max_question ?? longest;
    const data = status.data ?? {};
    const parts = [data.name, data.vintage].filter(Boolean);
    byId('source').textContent = parts.join(', ');
    if (data.synthetic) {
      byId('source').replaceChildren(
        element('span', {class: 'synthetic'}, element('span', {class: 'only-wide', text: 'synthetic\u00a0'}), 'demo data'));
    }
    byId('source').title = [...parts, data.note, status.model].filter(Boolean).join(' · ');
  } catch {
    byId('source').textContent = 'the server does not answer';
  }
}

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  ask(box.value);
});
byId('stop').addEventListener('click', () => {
  running?.stop();
  box.focus();
});
box.addEventListener('input', measure);
box.addEventListener('keydown', (event) => {
  // while an input method composes a character, Enter belongs to it
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    ask(box.value);
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && running) running.stop();
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    box.focus();
  }
});
byId('examples').addEventListener('click', (event) => event.target.matches('.example') && ask(event.target.textContent));
byId('new-thread').addEventListener('click', begin);
byId('home').addEventListener('click', (event) => {
  event.preventDefault();
  begin();
});
const followAddress = () => {
  const id = location.hash.slice(1);
  if (id && id !== threadId) show(id);
  else if (!id && threadId) begin();
};
addEventListener('popstate', followAddress);

describe();
past.load();
if (location.hash) followAddress();
else box.focus();
