/** Talks to the server. */

/** What the server says is wrong: a problem document, or the nearest thing to one. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || 'Something went wrong.');
    this.status = problem.status;
    this.field = problem.field;
  }
}

async function failure(response) {
  try {
    return new Problem(await response.json());
  } catch {
    return new Problem({status: response.status, detail: `The server answered with status ${response.status}.`});
  }
}

async function request(path, options = {}) {
  const response = await fetch(path, {headers: {Accept: 'application/json'}, ...options});
  if (!response.ok) throw await failure(response);
  return response.status === 204 ? null : response.json();
}

export const status = () => request('api/status');
export const threads = (page, search) => request(`api/threads?page=${page}&size=30&q=${encodeURIComponent(search)}`);
export const thread = (id) => request(`api/threads/${encodeURIComponent(id)}`);
export const turn = (id) => request(`api/turns/${encodeURIComponent(id)}`);
export const deleteThread = (id) => request(`api/threads/${encodeURIComponent(id)}`, {method: 'DELETE'});
export const cancelTurn = (id) => request(`api/turns/${encodeURIComponent(id)}/cancel`, {method: 'POST'});

/**
 * Asks a question and calls back for each event until the server ends the stream.
 * @param {{question: string, thread_id?: string}} question
 * @param {(event: string, data: Object) => void} onEvent
 * @param {AbortSignal} signal ends it early
 * @throws {Problem} when the question is not taken
 */
export async function ask(question, onEvent, signal) {
  const response = await fetch('api/chat/stream', {
    method: 'POST',
    headers: {'Content-Type': 'application/json', Accept: 'text/event-stream'},
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw await failure(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = eventParser(onEvent);
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser(part.value);
}

/** Takes a stream of server-sent events in pieces of any size. */
export function eventParser(onEvent) {
  let rest = '';
  let event = '';
  let data = [];
  return (piece) => {
    rest += piece;
    // a carriage return at the very end may be half of a line end
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (data.length) onEvent(event || 'message', JSON.parse(data.join('\n')));
        event = '';
        data = [];
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (name === 'event') event = value;
        else if (name === 'data') data.push(value);
      }
    }
  };
}
