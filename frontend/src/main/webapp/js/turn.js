/** Shows one turn: the question, the steps while they happen, the answer with what it rests on. */
import {duration, element} from './dom.js';
import {markdown} from './markdown.js';
import {evidenceTable} from './table.js';

const OUTCOMES = {
  answered: null,
  clarify: ['?', 'A choice is needed'],
  refused: ['–', 'Outside what can be asked here'],
  no_data: ['0', 'Nothing found'],
  not_permitted: ['×', 'Not permitted'],
  failed: ['!', 'This did not work'],
  stopped: ['■', 'Stopped'],
  error: ['!', 'The question was not taken'],
};

export class TurnView {
  /** @param {(question: string) => void} onAsk called when an option or a suggestion is chosen */
  constructor(question, onAsk) {
    this.onAsk = onAsk;
    this.list = element('ol');
    this.summary = element('summary', {text: 'Working on it …'});
    this.steps = element('details', {class: 'steps', open: true}, this.summary, this.list);
    this.node = element('li', {class: 'turn'}, element('h3', {class: 'asked', text: question}), this.steps);
    this.running = [];
  }

  /** A step began. */
  stepStarted(step) {
    const time = element('span', {class: 'time'});
    const item = element('li', {class: 'running'}, element('span', {class: 'mark', 'aria-hidden': 'true'}), element('span', {text: label(step)}), time);
    this.list.append(item);
    this.running.push({step, item, time});
    this.summary.textContent = `${label(step)} …`;
  }

  /** A step ended, done or failed; one whose start was not seen is added. */
  stepEnded(step) {
    if (step.status === 'running') return;
    let index = this.running.findLastIndex(({step: begun}) => begun.stage === step.stage && begun.tool_call === step.tool_call);
    if (index < 0) {
      this.stepStarted(step);
      index = this.running.length - 1;
    }
    const [{item, time}] = this.running.splice(index, 1);
    const failed = step.status === 'failed';
    item.className = failed ? 'failed' : 'done';
    item.firstChild.textContent = failed ? '✕' : '✓';
    time.textContent = duration(step.millis);
  }

  /** The agent says something on the way. */
  talk(text) {
    this.list.append(element('li', {class: 'talk'}, element('span', {class: 'mark'}), element('span', {text})));
  }

  /** The answer, as the server sends and stores it. */
  answer(turn) {
    if (!this.list.children.length) turn.steps.forEach((step) => this.stepEnded({status: 'done', ...step}));
    this.close(turn.millis);
    const evidence = turn.evidence.filter((piece) => piece.type === 'sql' || piece.type === 'graphql');
    const tables = evidence.filter((piece) => piece.rows.length);
    this.card(turn.outcome,
      element('div', {class: 'text'}, markdown(turn.answer)),
      ...evidence.map((piece) => shown(piece, tables.length > 1)),
      ...turn.evidence.filter((piece) => piece.type === 'docs').map(documentation),
      links(evidence),
      notes(turn.notes),
      foot(turn, evidence),
      choices('options', turn.options, 'Choose what you mean', this.onAsk));
    const suggestions = choices('suggestions', turn.suggestions, 'Questions that may follow', this.onAsk);
    if (suggestions) this.node.append(suggestions);
  }

  /** No answer. */
  failed(text, outcome = 'failed', retry = null) {
    this.close(null);
    this.card(outcome, element('div', {class: 'text'}, element('p', {text})), retry ? choices('suggestions', ['Try again'], 'What to do', retry) : null);
  }

  close(millis) {
    for (const {item} of this.running.splice(0)) {
      item.className = 'stopped';
      item.firstChild.textContent = '·';
    }
    const count = this.list.querySelectorAll('li:not(.talk)').length;
    this.steps.hidden = count === 0;
    this.steps.open = false;
    this.summary.textContent = `${count} ${count === 1 ? 'step' : 'steps'}${millis === null ? '' : `, ${duration(millis)}`}`;
  }

  card(outcome, ...children) {
    const badge = OUTCOMES[outcome];
    this.node.append(element('article', {class: `answer ${outcome}`},
      badge ? element('p', {class: 'outcome'}, element('span', {class: 'sign', 'aria-hidden': 'true', text: badge[0]}), badge[1]) : null,
      ...children));
  }
}

const label = (step) => step.label || step.stage;

function shown(piece, titled) {
  return element('section', {class: 'evidence'},
    titled && piece.rows.length ? element('h4', {text: piece.question}) : null,
    ...(piece.rows.length ? evidenceTable(piece) : []),
    piece.sql ? query(piece.sql) : null,
    piece.query ? query(`${piece.query.trim()}\n\n# ${piece.variables}`) : null);
}

/** The sections an explanation rests on, in the order in which the answer cites them. */
function documentation(piece) {
  return element('section', {class: 'evidence documentation', 'aria-label': 'Documentation'},
    element('h4', {text: 'Documentation'}),
    element('ol', {}, ...piece.passages.map((passage) => element('li', {},
      element('details', {},
        element('summary', {text: `${passage.title}: ${passage.section}`}),
        element('div', {class: 'text'}, markdown(passage.text)))))));
}

/** Pages of the Atlas that show the same, each once, whichever query led there. */
function links(evidence) {
  const pages = new Map(evidence.flatMap((piece) => piece.links || []).filter(({url}) => url.startsWith('https://')).map((link) => [link.url, link]));
  return pages.size
    ? element('nav', {class: 'links', 'aria-label': 'Pages of the Atlas'},
      element('h4', {text: 'View on the Atlas'}),
      element('ul', {}, ...[...pages.values()].map(({url, label: text, resolution_notes: assumed}) =>
        element('li', {}, element('a', {href: url, target: '_blank', rel: 'noopener noreferrer', title: assumed.join(' '), text})))))
    : null;
}

function query(text) {
  const code = element('code', {text});
  const copy = element('button', {type: 'button', class: 'quiet copy', text: 'Copy', on: {click: async () => {
    copy.textContent = await copied(code) ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => { copy.textContent = 'Copy'; }, 2000);
  }}});
  return element('details', {class: 'sql'},
    element('summary', {text: 'The query'}),
    element('div', {class: 'code'}, element('pre', {tabindex: 0}, code), copy));
}

/** Pages that come without TLS from another computer have no clipboard: then the text is marked, ready to be copied. */
async function copied(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(node);
    return false;
  }
}

function notes(texts) {
  return texts.length
    ? element('div', {class: 'notes'}, element('h4', {text: 'Good to know'}), element('ul', {}, ...texts.map((text) => element('li', {text}))))
    : null;
}

function foot(turn, evidence) {
  const sources = [...new Set(evidence.map((piece) => piece.source).filter(Boolean))];
  const parts = [
    ...sources.map((source) => `Source: ${source}`),
    turn.queries ? `${turn.queries} ${turn.queries === 1 ? 'query' : 'queries'}` : null,
    turn.model ? `Answered by ${turn.model}` : null,
  ].filter(Boolean);
  return parts.length ? element('p', {class: 'foot'}, ...parts.map((text) => element('span', {text}))) : null;
}

function choices(kind, texts, name, onAsk) {
  return texts.length
    ? element('ul', {class: `choices ${kind}`, 'aria-label': name},
      ...texts.map((text) => element('li', {}, element('button', {type: 'button', text, on: {click: () => onAsk(text)}}))))
    : null;
}
