/** The conversation: /chat begins one, /chat/{thread} shows one, /chat?q= asks at once. */
import {texts} from './language.js';
import './theme.js';
import './constraints.js';
import './history.js';
import * as api from './api.js';
import {base} from './dom.js';
import {Following} from './following.js';
import {keepHere, keptHere} from './kept.js';
import {CaravanTurn} from './turn.js';
import {chosen, dataLine, offer, tiles} from './workspaces.js';

const t = await texts('chat');

const byId = (id) => document.getElementById(id);
const box = byId('question');
const turns = byId('turns');
const past = byId('past');
const constraints = byId('constraints');

/** How the server calls a turn that runs a statement. */
const EDITED = 'Edited query: ';

let threadId = '';
let running = null;
let longest = 2000;
let workspaces = [];
let workspace = null;

const announce = (text) => { byId('announce').textContent = text; };

function title(text) {
  const line = text || t('newConversation');
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
  const shown = CaravanTurn.of(question, {onAsk: ask, onRerun: rerun, onReply: reply, onStop: giveUp, onEdit: edit, retry});
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
    const {thread, choices} = await catchUp(id);
    if (threadId !== id) return;
    enter(workspaces.find(({name}) => name === thread.workspace) ?? workspace);
    tellData().catch(() => {});
    constraints.restore(choices);
    turns.lastElementChild?.scrollIntoView();
  } catch (problem) {
    if (threadId !== id) return;
    begin();
    notice(problem.status === 404 ? t('thereIsNoSuchConversation') : problem.message);
  }
}

/** Adds what the conversation has that is not shown yet: what was answered, and what is being answered. */
async function catchUp(id) {
  const thread = await api.thread(id);
  const known = new Map([...thread.running, ...thread.turns].map((turn) => [turn.turn_id, turn]));
  const missing = [...known.values()].filter(({turn_id: turnId}) => !isShown(turnId));
  const found = await Promise.all(missing.map((turn) => api.turn(turn.turn_id).catch((problem) => {
    if (problem.status !== 500) throw problem;
    return {...turn, status: 'unreadable'};
  })));
  if (threadId !== id || running) return {thread};
  const stored = found.filter(({status}) => status !== 'running').sort((a, b) => a.started_at.localeCompare(b.started_at));
  for (const turn of stored) {
    const shown = view(turn.question);
    shown.dataset.turn = turn.turn_id;
    if (turn.status === 'unreadable') shown.failed(t('whatThisAnswerRestsOn'), 'unreadable', () => ask(turn.question));
    else shown.answer(turn, known.get(turn.turn_id));
  }
  const last = missing[found.findLastIndex(({status}) => status === 'running')];
  title(thread.title || (stored[0] ?? last)?.question);
  if (last) {
    follow(last.question, (following) => following.wait(last.turn_id)).dataset.turn = last.turn_id;
  }
  return {thread, choices: stored.at(-1)?.choices};
}

const isShown = (turnId) => turns.querySelector(`[data-turn="${CSS.escape(turnId)}"]`) !== null;

/** Says something below the question box. */
function notice(text) {
  announce(text);
  byId('count').textContent = text;
}

/** Asks in the present conversation. */
function ask(text) {
  const question = text.trim();
  if (!question || running) return;
  if ([...question].length > longest) {
    announce(t('theQuestionIsLongerThan', {longest}));
    return;
  }
  box.value = '';
  keepHere('draft', '');
  measure();
  const request = {question, ...constraints.value};
  if (threadId) request.thread_id = threadId;
  if (workspaces.length > 1) request.workspace = workspace.name;
  follow(question, (following) => following.stream((onEvent, signal) => api.ask(request, onEvent, signal)));
}

/** Puts a question back into the box, to be asked in other words. */
function edit(question) {
  box.value = question;
  box.dispatchEvent(new Event('input'));
  box.focus();
  box.select();
}

/** Runs an edited statement as a turn of its own. */
function rerun(turnId, sql, question) {
  if (running) return;
  follow(question.startsWith(EDITED) ? question : EDITED + question,
    (following) => following.stream((onEvent, signal) => api.rerun(turnId, sql, onEvent, signal)), () => rerun(turnId, sql, question));
}

/** Sends what the person says to a waiting turn, and follows it on. */
function reply(shown, turn, values) {
  if (running) return;
  busy(true);
  shown.form.busy(true);
  const following = new Following(shown, {
    announce,
    retry: null,
    begun: () => shown.goesOn(),
    refused() {},
    unreplied(problem) {
      shown.form.busy(false);
      shown.form.complain(problem.message, problem.field?.replace(/^reply\./, ''));
    },
  });
  running = following;
  following.stream((onEvent, signal) => api.reply(turn, values, onEvent, signal)).finally(() => {
    if (running !== following) return;
    running = null;
    busy(false);
    past.load();
    shown.querySelector('.answer .text')?.scrollIntoView({block: 'nearest'});
  });
}

/** Gives a waiting turn up. */
async function giveUp(shown, turn) {
  shown.form.busy(true);
  try {
    await api.cancelTurn(turn.turn_id);
    const ended = await api.turn(turn.turn_id);
    shown.goesOn();
    shown.answer(ended);
    past.load();
    box.focus();
  } catch (problem) {
    shown.form.busy(false);
    shown.form.complain(problem.message);
  }
}

/** Shows a question, and follows its turn to the answer. */
function follow(question, begins, retry = () => ask(question)) {
  busy(true);
  byId('welcome').hidden = true;
  if (!threadId) title(question);
  const shown = view(question, retry);
  shown.parentElement.scrollIntoView({block: 'start'});
  const following = new Following(shown, {
    announce,
    retry,
    begun({turn_id: turnId, thread_id: begun}) {
      const waiting = turns.querySelector(`[data-turn="${CSS.escape(turnId)}"]`);
      if (waiting && waiting !== shown) {
        // the message was a reply to a turn that waits: that goes on where it stands
        shown.parentElement.remove();
        following.shown = waiting;
        waiting.goesOn();
        return;
      }
      shown.dataset.turn = turnId;
      if (threadId) return;
      threadId = begun;
      history.pushState(null, '', `${base}chat/${threadId}`);
      past.begun(threadId, question);
    },
    refused(problem) {
      if (!box.value) box.value = question;
      measure();
      if (problem.field !== 'thread_id') return;
      begin();
      past.load();
      notice(t('thisConversationWasDeletedThe'));
    },
  });
  running = following;
  begins(following).finally(() => {
    if (running !== following) return;
    running = null;
    busy(false);
    past.load();
    // a data file that did not exist before the first question tells now what it is
    if (!byId('source').hasChildNodes()) tellData().catch(() => {});
  });
  return shown;
}

function busy(on) {
  // what goes away hands its focus on; where a finger types, that would bring up the keyboard
  const gone = on ? [byId('send'), byId('welcome')] : [byId('stop')];
  if (gone.some((one) => one.contains(document.activeElement)) && !matchMedia('(pointer: coarse)').matches) box.focus();
  byId('send').hidden = on;
  byId('stop').hidden = !on;
  byId('pause').hidden = !on || !workspace?.lasting;
  byId('pause').disabled = false;
  box.placeholder = on ? t('workingOnTheAnswer') : t('askAQuestion');
  turns.setAttribute('aria-busy', String(on));
  document.body.classList.toggle('busy', on);
}

/** The box grows with the question; near the limit the count shows. */
function measure() {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, 192)}px`;
  const length = [...box.value].length;
  const count = byId('count');
  count.textContent = length > longest * 0.8 ? t('nOfMostCharacters', {n: length, most: longest}) : '';
  count.className = length > longest ? 'over' : '';
  byId('send').disabled = !box.value.trim() || length > longest;
}

/** Questions go to this workspace from now on. */
function enter(entered) {
  workspace = entered;
  if (!workspace) return;
  byId('workspace').value = workspace.name;
  byId('library').hidden = !workspace.documents;
  document.body.classList.toggle('correctable', Boolean(workspace.model));
  tiles(byId('examples'), workspace, ask);
  constraints.offer(workspace);
}

/** The workspace that an address names, or the usual one where it has a question and names none; otherwise it says nothing. */
function addressed() {
  const address = new URLSearchParams(location.search);
  const name = address.get('workspace');
  const found = workspaces.find((each) => each.name === name);
  if (name && !found) byId('count').textContent = t('thereIsNoWorkspaceName', {name, other: workspaces[0].title || workspaces[0].name});
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
    byId('source').textContent = t('theServerDoesNotAnswer');
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
byId('pause').addEventListener('click', () => {
  byId('pause').disabled = true;
  running?.pause();
  box.focus();
});
box.addEventListener('input', () => {
  keepHere('draft', box.value);
  measure();
});
box.addEventListener('keydown', (event) => {
  // while an input method composes a character, Enter belongs to it
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    ask(box.value);
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && running) running.stop();
  if (event.key === '/' && !document.querySelector('dialog[open]') && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    box.focus();
  }
});
byId('library').addEventListener('click', async () => (await import('./library.js')).showLibrary(workspace));
byId('show-past').addEventListener('click', () => past.open(!past.isOpen));
byId('new-thread').addEventListener('click', () => begin());
past.addEventListener('new', () => {
  begin();
  if (matchMedia('(max-width: 1023px)').matches) past.open(false);
});
past.addEventListener('renamed', ({detail}) => {
  if (detail.id === threadId) title(detail.title);
});
past.addEventListener('deleted', ({detail}) => {
  if (detail !== threadId) return;
  running?.stop();
  begin();
});
// what was asked meanwhile in another window
document.addEventListener('visibilitychange', () => {
  if (document.hidden || !threadId || running) return;
  const id = threadId;
  catchUp(id).catch(({status}) => status === 404 && threadId === id && notice(t('thisConversationWasDeleted')));
});
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
// what was typed before a reload
if (!box.value && keptHere('draft')) {
  box.value = keptHere('draft');
  measure();
}
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
