/** Talks to the server. */
import {base} from './dom.js';
import {texts} from './language.js';

const t = await texts('common');

/**
 * How long a stream may be silent, to which the server gives a sign of life more often, and a request unanswered: what
 * takes longer is a connection that was lost.
 */
export const patience = {silenceMillis: 45_000, requestMillis: 20_000, uploadMillis: 600_000};

/** What the server says is wrong: a problem document, or the nearest thing to one. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || t('somethingWentWrong'));
    this.status = problem.status;
    this.field = problem.field;
  }
}

async function failure(response) {
  // the session is over: whoever logs in again comes back to this page
  if (response.status === 401 && !location.pathname.startsWith(`${base}login`)) {
    location.href = `${base}login?${new URLSearchParams({next: (location.pathname + location.search).slice(base.length)})}`;
  }
  try {
    return new Problem(await response.json());
  } catch {
    return new Problem({status: response.status, detail: t('theServerAnsweredWithStatus', {status: response.status})});
  }
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(base + path, {headers: {Accept: 'application/json'}, signal: AbortSignal.timeout(patience.requestMillis), ...options});
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new Error(t('theServerCannotBeReached'));
  }
  if (!response.ok) throw await failure(response);
  return response.status === 204 ? null : response.json();
}

const sent = (method, value) => ({
  method,
  headers: {'Content-Type': 'application/json', Accept: 'application/json'},
  body: JSON.stringify(value),
});
const one = (kind, id) => `api/${kind}/${encodeURIComponent(id)}`;

/** Whether the server can answer questions. */
export const ready = () => fetch(`${base}api/health/ready`).then(({ok}) => ok, () => false);
export const status = () => request('api/status');
/** What the questions of today cost, for operators. */
export const spent = () => request('api/spent');
export const threads = (page, search, folder, signal) => request(`api/threads?${new URLSearchParams({page, size: 50, q: search, folder})}`, {signal});
export const thread = (id) => request(one('threads', id));
/** Gives a conversation another title or folder, or pins it. */
export const changeThread = (id, change) => request(one('threads', id), sent('PATCH', change));
export const deleteThread = (id) => request(one('threads', id), {method: 'DELETE'});
/** The turn; `{status: 'running'}` while it is being answered. */
export const turn = (id) => request(one('turns', id));
export const trace = (id) => request(`${one('turns', id)}/trace`);
export const cancelTurn = (id) => request(`${one('turns', id)}/cancel`, {method: 'POST'});
/** Has a turn that lasts wait until somebody wants it to go on. */
export const pauseTurn = (id) => request(`${one('turns', id)}/pause`, {method: 'POST'});
export const rate = (id, rating, comment) => request(`${one('turns', id)}/feedback`, sent('PUT', {rating, comment}));
export const unshare = (id) => request(`${one('turns', id)}/share`, {method: 'DELETE'});
export const withdrawRating = (id) => request(`${one('turns', id)}/feedback`, {method: 'DELETE'});
export const share = (id) => request(`${one('turns', id)}/share`, {method: 'PUT'});
export const shared = (token) => request(one('shares', token));

/** Marks the query of an answer as verified: the same question is answered by it from now on. */
export const verify = (id) => request(`${one('turns', id)}/verified`, {method: 'PUT'});
export const verified = () => request('api/verified');
export const withdrawVerified = (id) => request(one('verified', id), {method: 'DELETE'});

/** Boards: answers kept as tiles. */
export const boards = () => request('api/boards');
export const makeBoard = (title) => request('api/boards', sent('POST', {title}));
export const board = (id) => request(one('boards', id));
export const changeBoard = (id, change) => request(one('boards', id), sent('PATCH', change));
export const deleteBoard = (id) => request(one('boards', id), {method: 'DELETE'});
export const shareBoard = (id) => request(`${one('boards', id)}/share`, {method: 'PUT'});
export const unshareBoard = (id) => request(`${one('boards', id)}/share`, {method: 'DELETE'});
export const sharedBoard = (token) => request(`api/shares/boards/${encodeURIComponent(token)}`);
/** Puts an answer on a board: turn_id, kind, evidence counted from 0, title. */
export const addTile = (board, tile) => request(`${one('boards', board)}/tiles`, sent('POST', tile));
const tilePath = (board, tile) => `${one('boards', board)}/tiles/${encodeURIComponent(tile)}`;
export const changeTile = (board, tile, change) => request(tilePath(board, tile), sent('PATCH', change));
export const removeTile = (board, tile) => request(tilePath(board, tile), {method: 'DELETE'});
/** Runs the statement of a tile again; the tile as it is then. */
export const refreshTile = (board, tile) => request(`${tilePath(board, tile)}/refresh`, {method: 'POST', signal: AbortSignal.timeout(patience.uploadMillis)});

/** Who asks, and whether people log in at all. */
export const session = () => request('api/session');
export const login = (name, password) => request('api/session', sent('POST', {name, password}));
export const logout = () => request('api/session', {method: 'DELETE'});
export const changePassword = (password, wanted) => request('api/account/password', sent('PUT', {password, new_password: wanted}));
export const tokens = () => request('api/account/tokens');
export const makeToken = (name, scopes, days) => request('api/account/tokens', sent('POST', {name, scopes, days}));
export const revokeToken = (id) => request(`api/account/tokens/${encodeURIComponent(id)}`, {method: 'DELETE'});
export const users = () => request('api/users');
export const addUser = (user) => request('api/users', sent('POST', user));
export const changeUser = (name, change) => request(one('users', name), sent('PATCH', change));
export const removeUser = (name) => request(one('users', name), {method: 'DELETE'});

/** What can be asked about; one entry made of the status where the server knows of no more. */
export async function workspaces() {
  try {
    return await request('api/workspaces');
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    const {workspace} = await status();
    return [{name: workspace, title: workspace, description: '', choices: [], examples: [
      'What were Kenya\'s top 5 exports in 2023?',
      'Who are the main trading partners of Brazil?',
      'Which countries export the most coffee?',
      'How has Germany\'s trade balance changed since 2010?',
      'Compare the economic complexity of Japan and Brazil in 2022',
      'What is the product complexity index, and how is it computed?',
    ]}];
  }
}

/** What the data of a workspace hold. */
export const dataSets = (name) => request(`${one('workspaces', name)}/data`);

export const documentPath = (workspace, id) => `api/documents/${encodeURIComponent(workspace)}/${encodeURIComponent(id)}`;
/** The documents of a workspace. */
export const documents = (workspace) => request(`api/documents?workspace=${encodeURIComponent(workspace)}`);
/** What stands on a page of a document, and whether there is a picture of it. */
export const documentPage = (workspace, id, page) => request(`${documentPath(workspace, id)}/pages/${page}`);
export const removeDocument = (workspace, id) => request(documentPath(workspace, id), {method: 'DELETE'});
/** Adds a file; a long one takes its time to be read. */
export const addDocument = (workspace, file) => request(
  `api/documents?${new URLSearchParams({workspace, name: file.name})}`,
  {method: 'POST', headers: {'Content-Type': 'application/octet-stream', Accept: 'application/json'}, body: file, signal: AbortSignal.timeout(patience.uploadMillis)});

/** Takes a file of rows in as a table of a workspace made of files, which is new where there is none of the name. */
export const addTable = (workspace, title, file) => request(
  `api/workspaces?${new URLSearchParams({workspace, title, file: file.name})}`,
  {method: 'POST', headers: {'Content-Type': 'application/octet-stream', Accept: 'application/json'}, body: file, signal: AbortSignal.timeout(patience.uploadMillis)});

/** Makes a workspace of a database: url, user, password, title. */
export const connect = (wanted) => request('api/connections', {...sent('POST', wanted), signal: AbortSignal.timeout(patience.uploadMillis)});

/** What the tables of a workspace are called, and how they are joined. */
export const model = (workspace) => request(`${one('workspaces', workspace)}/model`);
/** Changes it: the version that was seen, and tables with what is to be different. */
export const saveModel = (workspace, edit) => request(`${one('workspaces', workspace)}/model`, sent('PUT', edit));
/** What people say that words mean: proposed by whoever asks, used and taken back by editors. */
export const corrections = (workspace) => request(`${one('workspaces', workspace)}/corrections`);
export const proposeCorrection = (workspace, said) => request(`${one('workspaces', workspace)}/corrections`, sent('POST', said));
const correction = (workspace, id) => `${one('workspaces', workspace)}/corrections/${encodeURIComponent(id)}`;
export const useCorrection = (workspace, id, figure) => request(correction(workspace, id), sent('PUT', figure));
export const withdrawCorrection = (workspace, id) => request(correction(workspace, id), {method: 'DELETE'});
/** What questions would come to by it. */
export const previewModel = (workspace, edit) => request(`${one('workspaces', workspace)}/model/preview`, {...sent('POST', edit), signal: AbortSignal.timeout(patience.uploadMillis)});

/** Asks a question; see {@link stream}. */
export const ask = (question, onEvent, signal) => stream('api/chat/stream', question, onEvent, signal);

/** Replies to what a waiting turn asks; see {@link stream}. */
export const reply = ({thread_id: threadId, turn_id: turnId}, values, onEvent, signal) =>
  stream('api/chat/stream', {thread_id: threadId, turn_id: turnId, reply: values}, onEvent, signal);

/** Runs an edited statement; see {@link stream}. */
export const rerun = (turnId, sql, onEvent, signal) => stream('api/rerun', {turn_id: turnId, sql}, onEvent, signal);

/** Follows a turn on from the last event that came, on whichever server; see {@link stream}. */
export const followOn = (turnId, last, onEvent, signal) =>
  heed(`${one('turns', turnId)}/events`, {headers: {Accept: 'text/event-stream', ...last && {'Last-Event-ID': last}}, signal}, onEvent);

/**
 * Sends something and calls back for each event until the server ends the stream.
 * @param {string} path
 * @param {Object} value
 * @param {(event: string, data: Object, id: string) => void} onEvent id is empty for an event without one
 * @param {AbortSignal} signal ends it early
 * @throws {Problem} when it is not taken
 */
const stream = (path, value, onEvent, signal) =>
  heed(path, {...sent('POST', value), headers: {'Content-Type': 'application/json', Accept: 'text/event-stream'}, signal}, onEvent);

async function heed(path, options, onEvent) {
  const response = await fetch(base + path, options);
  if (!response.ok) throw await failure(response);
  const short = quotas(response.headers).find(({remaining, limit}) => remaining <= limit / 10);
  if (short) onEvent('quota', short);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = eventParser(onEvent);
  for (let part = await heard(reader); !part.done; part = await heard(reader)) parser(part.value);
}

/** What is left by the headers RateLimit-Policy and RateLimit: name, limit and unit, remaining. */
export function quotas(headers) {
  const items = (name) => new Map((headers.get(name) ?? '').split(/,\s*/).filter(Boolean).map((item) => {
    const [key, ...parameters] = item.split(';');
    return [key.replaceAll('"', ''), Object.fromEntries(parameters.map((parameter) => parameter.replaceAll('"', '').split('=')))];
  }));
  const policies = items('RateLimit-Policy');
  return [...items('RateLimit')].map(([name, {r}]) =>
    ({name, remaining: Number(r), limit: Number(policies.get(name)?.q), unit: policies.get(name)?.qu}));
}

/** The next piece of a stream. */
async function heard(reader) {
  let timer;
  const silence = new Promise((_, give) => {
    timer = setTimeout(() => {
      reader.cancel();
      give(new Error('silence'));
    }, patience.silenceMillis);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes a stream of server-sent events in pieces of any size. */
export function eventParser(onEvent) {
  let rest = '';
  let event = '';
  let id = '';
  let data = [];
  return (piece) => {
    rest += piece;
    // a carriage return at the very end may be half of a line end
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (data.length) onEvent(event || 'message', JSON.parse(data.join('\n')), id);
        event = '';
        id = '';
        data = [];
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (name === 'event') event = value;
        else if (name === 'id') id = value;
        else if (name === 'data') data.push(value);
      }
    }
  };
}
