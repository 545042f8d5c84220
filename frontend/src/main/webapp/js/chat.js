/** The conversation: /chat begins one, /chat/{thread} shows one, /chat?q= asks at once. */
import './theme.js';
import './constraints.js';
import './history.js';
import * as api from './api.js';
import {base} from './dom.js';
import {CaravanTurn} from './turn.js';
import {chosen, dataLine, offer, tiles} from './workspaces.js';

const byId = (id) => document.getElementById(id);
const box = byId('question');
const turns = byId('turns');
const past = byId('past');
const constraints = byId('constraints');

/** Longer than a turn may take; a server that cannot be reached is given up sooner. */
const RECONNECT_MILLIS = 150_000;
const UNREACHABLE_MILLIS = 20_000;
const BETWEEN_TRIES = 1_000;
/** How the server calls a turn that runs a statement. */
const EDITED = 'Edited query: ';

let threadId = '';
let running = null;
let longest = 2000;
let workspaces = [];
let workspace = null;

const announce = (text) => { byId('announce').textContent = text; };
const pause = (millis) => new Promise((go) => { setTimeout(go, millis); });

function title(text) {
  const line = text || 'New conversation';
  byId('title').textContent = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  document.title = text ? `${byId('title').textContent} – Caravan` : 'Caravan';
}

/** An empty conversation. */
function begin(push = true) {
  leave();
  threadId = '';
  turns.replaceChildren();
  byId('welcome').hidden = false;
  title('');
  if (push && location.pathname !== `${base}chat`) history.pushState(null, '', `${base}chat`);
  past.mark('');
  box.focus();
}

/** Another conversation is shown: what runs goes on at the server, and is there when one comes back. */
function leave() {
  running?.leave();
  running = null;
  busy(false);
}

function view(question, retry) {
  const shown = CaravanTurn.of(question, {onAsk: ask, onRerun: rerun, retry});
  const item = document.createElement('li');
  item.className = 'turn';
  item.append(shown);
  turns.append(item);
  return shown;
}

/** Shows a stored conversation. */
async function show(id) {
  leave();
  threadId = id;
  turns.replaceChildren();
  byId('welcome').hidden = true;
  past.mark(id);
  try {
    const thread = await api.thread(id);
    const stored = await Promise.all(thread.turns.map(({turn_id: turnId}) => api.turn(turnId).catch(() => null)));
    if (threadId !== id) return;
    title(thread.title);
    thread.turns.forEach((kept, index) => {
      if (stored[index]) view(kept.question).answer(stored[index], kept);
      else view(kept.question).failed('What this answer rests on cannot be read any more. The question can be asked again.', 'unreadable', () => ask(kept.question));
    });
    enter(workspaces.find(({name}) => name === thread.workspace) ?? workspace);
    tellData().catch(() => {});
    constraints.restore(stored.findLast((turn) => turn)?.overrides);
    turns.lastElementChild?.scrollIntoView();
  } catch (problem) {
    if (threadId !== id) return;
    begin();
    announce(problem.message);
    byId('count').textContent = problem.message;
  }
}

/** Asks in the present conversation. */
function ask(text) {
  const question = text.trim();
  if (!question || running) return;
  if ([...question].length > longest) {
    announce(`The question is longer than ${longest} characters.`);
    return;
  }
  box.value = '';
  measure();
  const request = {question, ...constraints.value};
  if (threadId) request.thread_id = threadId;
  if (workspaces.length > 1) request.workspace = workspace.name;
  follow(question, (onEvent, signal) => api.ask(request, onEvent, signal));
}

/** Runs an edited statement as a turn of its own. */
function rerun(turnId, sql, question) {
  if (running) return;
  follow(question.startsWith(EDITED) ? question : EDITED + question,
    (onEvent, signal) => api.rerun(turnId, sql, onEvent, signal), () => rerun(turnId, sql, question));
}

/** Follows a turn from its question to its answer. */
async function follow(question, start, retry = () => ask(question)) {
  busy(true);
  byId('welcome').hidden = true;
  if (!threadId) title(question);
  const shown = view(question, retry);
  shown.parentElement.scrollIntoView({block: 'start'});
  const abort = new AbortController();
  const turn = {id: '', ended: false, stopped: false, left: false};
  const mine = {
    stop: () => {
      turn.stopped = true;
      // with an id the server ends the turn and says so; before it has one, nothing has begun
      if (turn.id) api.cancelTurn(turn.id).catch(() => abort.abort());
      else abort.abort();
    },
    leave: () => {
      turn.left = true;
      abort.abort();
    },
  };
  running = mine;
  announce('Working on it.');
  try {
    await start((event, data) => react(shown, turn, question, retry, event, data), abort.signal);
    if (!turn.ended) throw new Error('ended early');
  } catch (problem) {
    if (!turn.left && !turn.ended) await recover(shown, turn, problem, question, retry);
  } finally {
    if (running === mine) {
      running = null;
      busy(false);
      past.load();
    }
  }
}

function react(shown, turn, question, retry, event, data) {
  if (turn.left) return;
  if (event === 'thread') {
    turn.id = data.turn_id;
    if (!threadId) {
      threadId = data.thread_id;
      history.pushState(null, '', `${base}chat/${threadId}`);
      past.begun(threadId, question);
    }
  } else if (event === 'error') {
    turn.ended = true;
    shown.failed(data.detail || data.title || 'Something went wrong.', data.status < 500 ? 'error' : 'failed', retry);
    announce('This did not work.');
  } else if (event === 'done') {
    turn.ended = true;
    finish(shown, data);
  } else {
    shown.follow(event, data);
    if (event === 'node_start') announce(data.label || '');
  }
}

function finish(shown, answer) {
  shown.answer(answer);
  // a data file that did not exist before the first question tells now what it is
  if (!byId('source').hasChildNodes()) tellData().catch(() => {});
  announce(`Answer: ${shown.querySelector('.answer .text').textContent}`);
}

/** The stream broke off. What the server refused is said; a lost connection is waited for, since the turn goes on there. */
async function recover(shown, turn, problem, question, retry) {
  if (problem instanceof api.Problem) {
    shown.failed(problem.message, problem.status < 500 ? 'error' : 'failed', problem.status < 500 ? null : retry);
    if (problem.status < 500 && !box.value) box.value = question;
  } else if (turn.stopped && !turn.id) {
    shown.failed('You stopped this question before there was an answer.', 'stopped', retry);
  } else if (turn.id) {
    shown.steps.talk('The connection was lost. Trying to get the answer from the server …');
    announce('The connection was lost. Trying again.');
    const answer = await fetchLater(turn);
    if (turn.left) return;
    if (answer) finish(shown, answer);
    else shown.failed('The connection to the server was lost, and with it this answer. Is the server still running?', 'failed', retry);
  } else {
    shown.failed('The server cannot be reached. Is it running?', 'failed', retry);
  }
  announce(shown.querySelector('.answer')?.textContent ?? '');
}

/** The stored answer once it is there; null when it will not come any more. */
async function fetchLater(turn) {
  const end = Date.now() + RECONNECT_MILLIS;
  let reached = Date.now();
  while (Date.now() < end && !turn.left) {
    try {
      const answer = await api.turn(turn.id);
      if (answer.status !== 'running') return answer;
      reached = Date.now();
    } catch (problem) {
      // the server is there and does not know the turn
      if (problem instanceof api.Problem && problem.status === 404) return null;
      if (turn.stopped || Date.now() - reached > UNREACHABLE_MILLIS) return null;
    }
    await pause(BETWEEN_TRIES);
  }
  return null;
}

function busy(on) {
  // what goes away hands its focus on; where a finger types, that would bring up the keyboard
  const gone = on ? [byId('send'), byId('welcome')] : [byId('stop')];
  if (gone.some((one) => one.contains(document.activeElement)) && !matchMedia('(pointer: coarse)').matches) box.focus();
  byId('send').hidden = on;
  byId('stop').hidden = !on;
  box.placeholder = on ? 'Working on the answer …' : 'Ask a question';
  turns.setAttribute('aria-busy', String(on));
  document.body.classList.toggle('busy', on);
}

/** The box grows with the question; near the limit the count shows. */
function measure() {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, 192)}px`;
  const length = [...box.value].length;
  const count = byId('count');
  count.textContent = length > longest * 0.8 ? `${length.toLocaleString('en')} of ${longest.toLocaleString('en')} characters` : '';
  count.className = length > longest ? 'over' : '';
  byId('send').disabled = !box.value.trim() || length > longest;
}

/** Questions go to this workspace from now on. */
function enter(entered) {
  workspace = entered;
  if (!workspace) return;
  byId('workspace').value = workspace.name;
  tiles(byId('examples'), workspace, ask);
  constraints.offer(workspace);
}

/** The workspace that an address names, or the usual one where it has a question and names none; otherwise it says nothing. */
function addressed() {
  const address = new URLSearchParams(location.search);
  const name = address.get('workspace');
  const found = workspaces.find((each) => each.name === name);
  if (name && !found) byId('count').textContent = `There is no workspace "${name}" here; ${workspaces[0].title || workspaces[0].name} is asked.`;
  return found ?? (name || address.has('q') ? workspaces[0] : null);
}

/** Says which data the chosen workspace has. */
async function tellData() {
  const status = await api.status();
  longest = status.max_question ?? longest;
  const {nodes, title: all} = dataLine(status, workspace);
  byId('source').replaceChildren(...nodes);
  byId('source').title = all;
}

async function describe() {
  try {
    workspaces = await api.workspaces();
    offer(byId('workspace'), workspaces, (entered) => {
      enter(entered);
      // a conversation stays in the workspace it began in
      begin();
      tellData().catch(() => {});
    });
    enter(addressed() ?? chosen(workspaces));
    await tellData();
  } catch {
    byId('source').textContent = 'The server does not answer';
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
  if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    box.focus();
  }
});
byId('show-past').addEventListener('click', () => past.open(!past.isOpen));
byId('new-thread').addEventListener('click', () => begin());
past.addEventListener('new', () => {
  begin();
  if (matchMedia('(max-width: 1023px)').matches) past.open(false);
});
past.addEventListener('deleted', ({detail}) => detail === threadId && begin());
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.matches('[data-skip]')) {
    event.preventDefault();
    box.focus();
  } else if (past.contains(link) && link.pathname.startsWith(`${base}chat/`)) {
    event.preventDefault();
    history.pushState(null, '', link.href);
    followAddress();
    if (matchMedia('(max-width: 1023px)').matches) past.open(false);
  }
});

function followAddress() {
  const id = decodeURIComponent(location.pathname.slice(`${base}chat/`.length));
  if (id && id !== threadId) show(id);
  else if (!id && threadId) begin(false);
}
addEventListener('popstate', followAddress);

await describe();
const asked = new URLSearchParams(location.search).get('q');
if (asked) {
  // asked once: a reload must not ask again
  history.replaceState(null, '', `${base}chat`);
  ask(asked);
} else if (location.pathname.length > `${base}chat/`.length) {
  followAddress();
} else {
  box.focus();
}
