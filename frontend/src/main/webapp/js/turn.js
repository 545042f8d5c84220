/** `<caravan-turn>`: the question, the steps while they happen, the answer as it arrives and what it rests on. */
import * as api from './api.js';
import {base, button, copy, duration, element} from './dom.js';
import {evidenceBlocks} from './evidence.js';
import {feedbackOn} from './feedback.js';
import {formOf} from './form.js';
import {texts} from './language.js';
import {markdown} from './markdown.js';
import {citationsOf, linkMarks, view as sources} from './citations.js';
import {asMarkdown} from './export.js';
import {cost, facts, found} from './steps.js';
import {TypedMarkdown} from './typed.js';

const t = await texts('chat');

const OUTCOMES = {
  answered: null,
  clarify: ['?', t('aChoiceIsNeeded')],
  awaiting_person: ['?', t('waitingForYourReply')],
  refused: ['–', t('outsideWhatCanBeAsked')],
  no_data: ['0', t('nothingFound')],
  not_permitted: ['×', t('notPermitted')],
  failed: ['!', t('thisDidNotWork')],
  stopped: ['■', t('stopped')],
  unreadable: ['!', t('thisAnswerCannotBeShown')],
  error: ['!', t('theQuestionWasNotTaken')],
};
const STOPPED = /^The question was stopped/;
/** How the server calls a turn that ran a person's own statement. */
const EDITED = /^Edited query: /;
/** A note of this kind says that a person has verified the query. */
const VERIFIED = /^Verified answer: /;
/** A note of this kind says that a source was left aside: it is shown before the answer, not below it. */
const DEGRADED = /^(GraphQL budget low|The Atlas API (is given a rest|gave no answer))/;

export class CaravanTurn extends HTMLElement {
  /**
   * @param {string} question
   * @param {{onAsk?: (question: string) => void, onRerun?: (turnId: string, sql: string, question: string) => void, retry?: () => void, readOnly?: boolean, onReply?: (view: CaravanTurn, turn: Object, reply: Object) => void, onStop?: (view: CaravanTurn, turn: Object) => void}} doing
   *     what options, suggestions, edited statements and another try lead to; a read-only turn has none of it
   */
  static of(question, doing = {}) {
    const view = document.createElement('caravan-turn');
    view.doing = doing;
    view.steps = document.createElement('caravan-steps');
    view.append(element('h2', {class: 'asked', text: question}), view.steps);
    view.waiting = [];
    return view;
  }

  /** Follows one event of the stream; the answer itself comes by {@link answer} or {@link failed}. */
  follow(event, data) {
    if (event === 'node_start') {
      // what was said before a tool runs was no answer yet
      if (data.tool_call) this.retract((text) => this.steps.talk(text));
      this.steps.started(data);
    } else if (event === 'progress') {
      this.steps.progressed(data);
    } else if (event === 'pipeline_state') {
      this.steps.ended(data);
    } else if (event === 'agent_talk') {
      // a reply that begins anew replaces what was said of it before
      if (data.begin) this.retract(() => {});
      this.type(data.text);
    }
  }

  /** Shows again what was seen of a turn under way before the page was reloaded. */
  replay(events) {
    this.replayed = events.length > 0;
    for (const [event, data] of events) this.follow(event, data);
  }

  /** Shows the steps that a turn under way has stored, where there are more of them. */
  behold(steps) {
    if (steps.length <= this.steps.ends) return;
    const whole = document.createElement('caravan-steps');
    this.steps.replaceWith(whole);
    this.steps = whole;
    this.replayed = false;
    whole.restore(steps);
  }

  /** What keeps the answer from coming; nothing once the text is empty. */
  hint(text) {
    if (!this.waitingFor) this.steps.after(this.waitingFor = element('p', {class: 'waiting-for'}));
    this.waitingFor.textContent = text;
    this.waitingFor.hidden = !text;
  }

  /** Says what is left of a quota, where that is little. */
  quota(text) {
    if (text) this.append(element('p', {class: 'waiting-for quota'}, text));
  }

  /** Takes back what is being typed and hands it over. */
  retract(take) {
    if (!this.typed) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    take(this.typed.text + this.waiting.splice(0).join(''));
    this.typed = null;
    this.querySelector(':scope > .typing').remove();
  }

  /** A piece of the answer; pieces are put on the page once a frame. */
  type(piece) {
    if (!this.typed) {
      this.typed = new TypedMarkdown();
      this.rested = 0;
      this.append(element('article', {class: 'answer typing', 'aria-busy': 'true'}, this.typed.node));
    }
    this.waiting.push(piece);
    this.frame ||= requestAnimationFrame(() => this.settle());
  }

  settle() {
    this.frame = 0;
    if (!this.typed) return;
    const began = performance.now();
    // a paragraph without end takes its time: most of it is left to the person who reads and clicks
    if (began < this.rested) {
      this.frame = requestAnimationFrame(() => this.settle());
      return;
    }
    this.typed.append(this.waiting.splice(0).join(''));
    const ended = performance.now();
    this.rested = ended + 4 * (ended - began);
  }

  /** The answer, as the server sends and stores it. */
  answer(turn, opinion = {}) {
    if (this.replayed) {
      // what was seen before a reload is a part of the steps only
      const whole = document.createElement('caravan-steps');
      this.steps.replaceWith(whole);
      this.steps = whole;
      this.replayed = false;
    }
    if (!this.steps.count) this.steps.restore(turn.steps);
    this.steps.close(turn.millis);
    const {onAsk, onRerun, readOnly} = this.doing;
    const outcome = turn.outcome === 'failed' && STOPPED.test(turn.answer) ? 'stopped' : turn.outcome;
    const notes = said(turn).filter((note) => !DEGRADED.test(note) && !VERIFIED.test(note));
    const cited = citationsOf(turn);
    this.edited = EDITED.test(turn.question);
    this.card(outcome,
      ...turn.notes.filter((note) => DEGRADED.test(note)).map((note) => element('p', {class: 'degraded', text: note})),
      ...turn.notes.filter((note) => VERIFIED.test(note)).map((note) => element('p', {class: 'verified', text: `✓ ${note}`})),
      element('div', {class: 'text'}, cited ? linkMarks(markdown(turn.answer), cited) : markdown(turn.answer)),
      choices('options', turn.options, t('chooseWhatYouMean'), onAsk),
      this.asking(turn),
      cited && sources(cited),
      ...evidenceBlocks(cited ? {...turn, evidence: turn.evidence.filter(({type}) => type !== 'docs')} : turn, onRerun && ((sql) => onRerun(turn.turn_id, sql, turn.question))),
      links(turn),
      remarks(notes, turn, readOnly ? null : onAsk),
      list('replies', t('youWereAsked'), turn.replies ?? []),
      context(turn),
      readOnly ? null : this.actions(turn, opinion, outcome),
      origin(turn));
    cite(this);
    const suggestions = readOnly ? null : choices('suggestions', turn.suggestions, t('questionsThatMayFollow'), onAsk);
    if (suggestions) this.append(suggestions);
  }

  /** Opens what a tool had the page open: the place of a citation, or a page. */
  async open(turn) {
    const wish = turn.steps.map((step) => step.tool_output).findLast((output) => output?.action);
    if (!wish) return;
    const piece = citationsOf(turn);
    const {showCitation, showPage} = await import('./viewer.js');
    const cited = piece?.citations.find((each) => each.document === wish.doc_id && each.block === wish.block);
    if (cited) showCitation(turn.workspace, piece.citations, cited.number);
    else showPage(turn.workspace, wish.doc_id, wish.page);
  }

  /** The form of a turn that waits. */
  asking(turn) {
    const {onReply, onStop} = this.doing;
    this.form = turn.form && onReply ? formOf(turn.form, (reply) => onReply(this, turn, reply), () => onStop(this, turn), turn.steps.find(({language}) => language)?.language) : null;
    return this.form;
  }

  /** The turn goes on: what it asked is taken away, and its steps are added to those before. */
  goesOn() {
    this.querySelectorAll(':scope > .answer, :scope > .choices').forEach((shown) => shown.remove());
    this.form = null;
    this.steps.open();
  }

  /** No answer. */
  failed(text, outcome = 'failed', retry = null) {
    this.steps.close(null);
    this.card(outcome, element('div', {class: 'text'}, element('p', {text})), retry && retryButton(retry));
  }

  card(outcome, ...children) {
    // a statement may be refused, or fail as it runs
    const badge = outcome === 'refused' && this.edited ? ['–', t('noResult')] : OUTCOMES[outcome];
    this.retract(() => {});
    this.append(element('article', {class: `answer ${outcome}`},
      badge ? element('p', {class: 'outcome'}, element('span', {class: 'sign', 'aria-hidden': 'true', text: badge[0]}), badge[1]) : null,
      ...children));
  }

  actions(turn, opinion, outcome) {
    const copyButton = button(t('copyAsMarkdown'), {class: 'link as-markdown'}, () => copy(asMarkdown(turn), copyButton));
    const shareButton = button(t('share'), {class: 'link share'}, async () => {
      try {
        const {path} = await api.share(turn.turn_id);
        const address = new URL(base + path, location.href).href;
        copy(address, shareButton);
        this.shared(shareButton, address, turn.turn_id);
      } catch (problem) {
        shareButton.textContent = problem.message;
      }
    });
    const retry = outcome === 'failed' || outcome === 'stopped' ? this.doing.retry ?? this.again(turn) : null;
    const again = retry && button(t('tryAgain'), {class: 'link retry'}, retry);
    // what was edited is run again from its statement
    const {onEdit, onAsk} = this.doing;
    const anew = retry || this.edited || outcome === 'awaiting_person' ? null : button(t('askAgain'), {class: 'link regenerate'}, () => onAsk(turn.question));
    const edit = this.edited || !onEdit ? null : button(t('editQuestion'), {class: 'link edit-question'}, () => onEdit(turn.question));
    return element('div', {class: 'actions'},
      outcome === 'stopped' || outcome === 'awaiting_person' ? null : feedbackOn({turnId: turn.turn_id, ...opinion}),
      again, anew, edit, copyButton, shareButton,
      outcome === 'answered' && turn.evidence.length === 1 && turn.evidence[0].type === 'sql' && !turn.notes.some((note) => VERIFIED.test(note)) ? this.verifying(turn) : null,
      outcome === 'answered' ? button(t('putOnABoard'), {class: 'link to-board'}, async () => (await import('./keep.js')).keepAnswer(turn)) : null,
      turn.evidence.some(({sql}) => sql) ? button(t('aWordMeansSomethingElse'), {class: 'link correct-word'}, async ({target}) => (await import('./correct.js')).correct(turn, target.parentElement)) : null,
      button(t('compare'), {class: 'link compare-answer', 'aria-pressed': 'false'}, async ({target}) => (await import('./compare.js')).compare(turn, target)),
      element('a', {class: 'link', href: `${base}trace/${turn.turn_id}`, text: t('howItCameAbout')}));
  }

  /** Another try of a stored turn: the same question, or the same statement. */
  again(turn) {
    const sql = turn.evidence.at(-1)?.sql;
    if (!this.edited) return () => this.doing.onAsk(turn.question);
    return sql ? () => this.doing.onRerun(turn.turn_id, sql, turn.question) : null;
  }

  /** Marks the query as verified, and takes the mark back. */
  verifying(turn) {
    let id = '';
    const mark = button(t('markAsVerified'), {class: 'link verify', title: t('theSameQuestionWillBe')}, async () => {
      try {
        if (id) await api.withdrawVerified(id);
        id = id ? '' : (await api.verify(turn.turn_id)).id;
        mark.textContent = id ? t('verifiedTakeBack') : t('markAsVerified');
      } catch (problem) {
        mark.textContent = problem.message;
      }
    });
    return mark;
  }

  shared(trigger, address, turnId) {
    this.querySelector('.shared')?.remove();
    const revoke = button(t('stopSharing'), {class: 'link'}, async () => {
      try {
        await api.unshare(turnId);
        this.querySelector('.shared').remove();
        trigger.focus();
      } catch (problem) {
        revoke.textContent = problem.message;
      }
    });
    trigger.parentElement.after(element('p', {class: 'shared', role: 'status'}, t('anyoneWithThisAddressCan'),
      element('a', {href: address, text: address}), ' ', revoke));
  }
}

const retryButton = (retry) => element('p', {class: 'below'}, button(t('tryAgain'), {class: 'quiet retry'}, retry));

/** Pages of the Atlas that show the same, each once, whichever query led there. */
function links(turn) {
  const pages = new Map(turn.evidence.flatMap((piece) => piece.links || []).filter(({url}) => url.startsWith('https://')).map((link) => [link.url, link]));
  return pages.size
    ? element('nav', {class: 'links', 'aria-label': t('pagesOfTheAtlas')},
      ...[...pages.values()].map(({url, label, link_type: kind, resolution_notes: assumed}) =>
        element('a', {class: `pill ${kind}`, href: url, target: '_blank', rel: 'noopener noreferrer', title: assumed.join(' ') || null},
          label, element('span', {'aria-hidden': 'true', text: ' ↗'}), element('span', {class: 'unseen', text: t('opensInANewTab')}))))
    : null;
}

const plainly = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** The notes of a turn, each once, without those that the answer says already. */
function said(turn) {
  const answer = plainly(turn.answer);
  const seen = new Set();
  return turn.notes.filter((note) => {
    const words = plainly(note);
    if (!words || seen.has(words) || answer.includes(words)) return false;
    seen.add(words);
    return true;
  });
}

/** "Korea" was taken for South Korea (KOR); it can also mean North Korea (PRK). */
const MEANT = /^"([^"]+)" was taken for .+?(?:it can also mean|others are) (.+)\.$/;

/** Notes; what a word can mean besides is asked by a click. */
function remarks(notes, turn, onAsk) {
  if (!notes.length) return null;
  const remark = (note) => {
    const [, word, others] = MEANT.exec(note) ?? [];
    const at = word && onAsk ? turn.question.toLowerCase().indexOf(word.toLowerCase()) : -1;
    if (at < 0) return element('li', {text: note});
    const instead = (other) => turn.question.slice(0, at) + other + turn.question.slice(at + word.length);
    return element('li', {}, note, ...others.split(/,\s+(?=[^,()]+(?:\(|$))/).flatMap((named) => {
      const other = named.replace(/\s*\([^()]*\)$/, '').trim();
      return [' ', button(t('askForOther', {other}), {class: 'link instead'}, () => onAsk(instead(other)))];
    }));
  };
  return element('div', {class: 'notes'}, element('h3', {text: t('goodToKnow')}), element('ul', {}, ...notes.map(remark)));
}

/** Makes each [n] of an answer lead to the n-th source below it; what has no such source, or several, stays as it is. */
function cite(view) {
  const sources = (number) => view.querySelectorAll(`[data-passage="${number}"]`);
  const walker = document.createTreeWalker(view.querySelector('.answer > .text'), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('code, pre, a')) texts.push(walker.currentNode);
  for (const text of texts.filter(({data}) => /\[\d{1,3}\]/.test(data))) {
    text.replaceWith(...text.data.split(/(\[\d{1,3}\])/).filter(Boolean).map((part) => {
      const number = /^\[(\d{1,3})\]$/.exec(part)?.[1];
      return number && sources(number).length === 1
        ? button(part, {class: 'cite', 'aria-label': t('sourceNumber', {number})}, () => leadTo(view, sources(number)[0]))
        : part;
    }));
  }
}

function leadTo(view, source) {
  const panel = source.closest('[role=tabpanel][hidden]');
  if (panel) view.querySelector(`[aria-controls="${panel.id}"]`).click();
  if ('open' in source) source.open = true;
  const target = source.querySelector('summary') ?? source;
  if (target === source) source.tabIndex = -1;
  target.focus({preventScroll: true});
  source.scrollIntoView({block: 'nearest'});
}

const list = (kind, title, texts) => (texts.length
  ? element('div', {class: kind}, element('h3', {text: title}), element('ul', {}, ...texts.map((text) => element('li', {text}))))
  : null);

/** How the question was understood, gathered from the steps. */
function context(turn) {
  const of = (name) => [...new Set(turn.steps.flatMap((step) => step[name] ?? []))];
  const data = turn.evidence.filter((piece) => piece.rows);
  const rows = data.reduce((sum, piece) => sum + Number(piece.rows_total), 0);
  const pairs = [
    [t('askedInFull'), turn.asked !== turn.question ? [turn.asked] : []],
    [t('takenFor'), of('resolved')],
    [t('entities'), turn.steps.filter(({stage}) => stage === 'resolve_ids').map((step) => facts({...found(step), query_type: null}))],
    [t('classification'), of('classification').map((name) => name.toUpperCase())],
    [t('api'), [...new Set(data.map((piece) => piece.api).filter(Boolean))]],
    [t('kindOfQuestion'), [...new Set(data.map((piece) => piece.query_type).filter(Boolean))].map((kind) => kind.replaceAll('_', ' '))],
    [t('fixedByYou'), Object.entries(turn.overrides).map(([name, value]) => `${name} ${value}`)],
    [t('sourcesAllowed'), [({sql_only: t('database'), graphql_only: t('atlasApi'), graphql_sql: t('atlasApiAndDatabase')})[turn.mode] ?? turn.mode]],
    [t('documents'), [...new Set(turn.evidence.flatMap((piece) => piece.passages ?? []).map((passage) => passage.title))]],
    [t('inAll'), turn.queries ? [`${t('queries', {n: turn.queries})}, ${t('rows', {n: rows})}, ${duration(turn.millis)}`] : []],
    [t('cost'), cost(turn.steps) ? [cost(turn.steps)] : []],
  ].filter(([, values]) => values.length);
  return turn.steps.length && turn.evidence.length
    ? element('details', {class: 'context'}, element('summary', {text: t('howThisWasUnderstood')}),
      element('dl', {class: 'pairs'}, ...pairs.flatMap(([name, values]) => [element('dt', {text: name}), element('dd', {text: values.join('; ')})])))
    : null;
}

function origin(turn) {
  const sources = [...new Set(turn.evidence.map((piece) => piece.source).filter(Boolean))];
  const parts = [...sources.map((source) => t('sourceSource', {source})), turn.model ? t('answeredByModel', {model: turn.model}) : null].filter(Boolean);
  return parts.length ? element('p', {class: 'foot'}, ...parts.map((text) => element('span', {text}))) : null;
}

function choices(kind, texts, name, onAsk) {
  return texts.length && onAsk
    ? element('ul', {class: `choices ${kind}`, 'aria-label': name},
      ...texts.map((text) => element('li', {}, button(text, {}, () => onAsk(text)))))
    : null;
}

customElements.define('caravan-turn', CaravanTurn);
