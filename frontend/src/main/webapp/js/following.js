/** Follows one turn from its question to its answer, whatever becomes of the connection. */
import * as api from './api.js';
import {keepHere, keptHere} from './kept.js';
import {texts} from './language.js';

const t = await texts('chat');

/** How long a server that cannot be reached is waited for; a turn that goes on there may take its time. */
const UNREACHABLE_MILLIS = 20_000;
const BETWEEN_TRIES = 1_000;
/** How long nothing may come at first before the server is asked whether it is ready, and how long it may take to be so. */
const COLD_MILLIS = 4_000;
const STARTING_MILLIS = 15_000;
/** How long a stopped question may take to get the id by which the server ends it. */
const STOPPING_MILLIS = 2_000;

const pause = (millis) => new Promise((go) => { setTimeout(go, millis); });

/** What is left of a quota, in words; questions at once say nothing about the next one. */
function left({name, remaining, unit}) {
  const whose = name.startsWith('tenant-') ? 'tenants' : 'yours';
  switch (unit) {
    case 'requests': return t(`${whose}QuestionsLeft`, {n: remaining});
    case 'rows': return t(`${whose}RowsLeft`, {n: remaining});
    case 'cents': return t(`${whose}DollarsLeft`, {dollars: (remaining / 100).toFixed(2)});
    default: return '';
  }
}

/** What this window saw of a turn before. */
function stepsSeen(turnId) {
  const kept = JSON.parse(keptHere('steps', '{}'));
  return kept.turnId === turnId ? kept.seen : [];
}

export class Following {
  /**
   * @param {CaravanTurn} shown
   * @param {{announce: (text: string) => void, begun: (ids: Object) => void, refused: (problem: Problem) => void, retry: () => void}} doing
   *     what the ids of the turn, a question that is not taken and another try lead to; `unreplied` is there for a reply, and is
   *     called where that is not taken
   */
  constructor(shown, doing) {
    this.shown = shown;
    this.doing = doing;
    this.abort = new AbortController();
    this.turnId = '';
    this.last = '';
    this.seen = [];
    this.heard = false;
    this.ended = false;
    this.stopped = false;
    this.left = false;
  }

  /** The server ends the turn and says so, as soon as the id of it is known. */
  stop() {
    this.stopped = true;
    if (this.turnId) api.cancelTurn(this.turnId).catch(() => this.abort.abort());
    else setTimeout(() => this.turnId || this.abort.abort(), STOPPING_MILLIS);
  }

  /** The server has the turn wait after the step that is under way. */
  pause() {
    this.doing.announce(t('pausingAfterThisStep'));
    if (this.turnId) api.pauseTurn(this.turnId).catch((problem) => this.shown.hint(problem.message));
  }

  /** Looks away: the turn goes on at the server. */
  leave() {
    this.left = true;
    this.abort.abort();
  }

  /** @param {(onEvent: Function, signal: AbortSignal) => Promise<void>} start begins the turn */
  async stream(start) {
    this.doing.announce(t('workingOnIt'));
    this.cold = setTimeout(() => this.tellWhetherItStarts(), COLD_MILLIS);
    await this.listen(start).catch((problem) => this.recover(problem, start));
    clearTimeout(this.cold);
  }

  async listen(start) {
    await start((event, data, id) => this.hear(event, data, id), this.abort.signal);
    if (!this.ended) throw new Error('ended early');
  }

  /** Waits for a turn that began earlier, or in another window. */
  async wait(turnId) {
    this.turnId = turnId;
    if (!this.heard) this.shown.replay(stepsSeen(turnId));
    try {
      const answer = await this.fetchLater();
      if (!this.left) this.finish(answer);
    } catch (problem) {
      if (!this.left) this.fail(problem.message, 'failed', this.doing.retry);
    }
  }

  hear(event, data, id = '') {
    if (this.left) return;
    this.last = id || this.last;
    this.heard = true;
    this.shown.hint('');
    if (event === 'thread') {
      this.turnId = data.turn_id;
      this.doing.begun(data);
      if (this.stopped) this.stop();
    } else if (event === 'error') {
      this.fail(data.detail || data.title || t('somethingWentWrong'), data.status < 500 ? 'error' : 'failed', this.doing.retry);
    } else if (event === 'done') {
      this.finish(data);
    } else if (event === 'waiting') {
      const text = t('waitingInLine', {place: data.place});
      this.shown.hint(text);
      this.doing.announce(text);
    } else if (event === 'quota') {
      this.shown.quota(left(data));
    } else {
      this.shown.follow(event, data);
      this.remember(event, data);
      if (event === 'node_start') this.doing.announce(data.label || '');
    }
  }

  /** The steps outlive a reload of the page. */
  remember(event, data) {
    if (event !== 'node_start' && event !== 'pipeline_state') return;
    this.seen.push([event, data]);
    keepHere('steps', JSON.stringify({turnId: this.turnId, seen: this.seen}));
  }

  finish(answer) {
    keepHere('steps', '');
    this.ended = true;
    this.shown.hint('');
    this.shown.answer(answer);
    this.shown.open(answer);
    this.doing.announce(t('answerText', {text: this.shown.querySelector('.answer .text').textContent}));
  }

  fail(text, outcome, retry = null) {
    this.ended = true;
    this.shown.hint('');
    this.shown.failed(text, outcome, retry);
    this.doing.announce(t('thisDidNotWorkText', {text}));
  }

  /** The stream broke off. What the server refused is said; a lost connection is waited for, since the turn goes on there. */
  async recover(problem, start) {
    clearTimeout(this.cold);
    if (this.left || this.ended) return;
    const {announce, refused, retry} = this.doing;
    if (this.turnId) {
      this.shown.hint(t('theConnectionWasLostWaiting'));
      announce(t('theConnectionWasLostWaiting2'));
      if (!await this.followOn()) await this.wait(this.turnId);
    } else if (this.stopped) {
      this.fail(t('youStoppedThisQuestionBefore'), 'stopped', retry);
    } else if (problem instanceof api.Problem && problem.status < 500 && this.doing.unreplied) {
      this.doing.unreplied(problem);
    } else if (problem instanceof api.Problem && problem.status < 500) {
      this.fail(problem.message, 'error');
      refused(problem);
    } else if (start && await this.comesBack(problem)) {
      // nothing had begun: the question is asked once more
      await this.listen(start).catch((again) => this.recover(again, null));
    } else if (!this.left) {
      this.fail(problem instanceof api.Problem ? problem.message : t('theServerCannotBeReached'), this.stopped ? 'stopped' : 'failed', retry);
    }
  }

  /** Listens to the turn again, from where the stream broke off; whether that told how it ended. */
  async followOn() {
    let reached = Date.now();
    while (!this.left && !this.ended && Date.now() - reached < UNREACHABLE_MILLIS) {
      const from = this.last;
      try {
        await api.followOn(this.turnId, from, (event, data, id) => this.hear(event, data, id), this.abort.signal);
      } catch (problem) {
        // a server that answers, and does not have these events, may have the answer
        if (problem instanceof api.Problem) return false;
      }
      if (this.last !== from) reached = Date.now();
      if (!this.ended) await pause(BETWEEN_TRIES);
    }
    return this.ended || this.left;
  }

  /** Whether a server that could not take the question gets ready to; one that is ready has said no. */
  async comesBack(problem) {
    if (problem instanceof api.Problem && await api.ready()) return false;
    this.shown.hint(t('theServerCannotBeReached2'));
    return this.getsReady();
  }

  /** Nothing has come for a while: is it that the server is not ready? */
  async tellWhetherItStarts() {
    const waiting = () => !this.heard && !this.ended && !this.left;
    if (!waiting() || await api.ready() || !waiting()) return;
    this.shown.hint(t('theServerIsStillStarting'));
    this.doing.announce(t('theServerIsStillStarting2'));
    const ready = await this.getsReady();
    if (waiting()) this.shown.hint(ready ? t('theServerIsReadyNow') : t('theServerTakesLongerTo'));
  }

  /** Whether the server is ready within the time that a start takes. */
  async getsReady() {
    const end = Date.now() + STARTING_MILLIS;
    while (Date.now() < end && !this.left && !this.stopped) {
      if (await api.ready()) return true;
      await pause(BETWEEN_TRIES);
    }
    return false;
  }

  /** The stored answer once it is there. */
  async fetchLater() {
    let reached = Date.now();
    while (!this.left) {
      try {
        const answer = await api.turn(this.turnId);
        if (answer.status !== 'running') return answer;
        if (answer.steps) this.shown.behold(answer.steps);
        reached = Date.now();
      } catch (problem) {
        // the server is there and does not know the turn
        if (problem instanceof api.Problem && problem.status === 404) throw new Error(t('theServerWasStartedAnew'));
        if (this.stopped || Date.now() - reached > UNREACHABLE_MILLIS) break;
      }
      await pause(BETWEEN_TRIES);
    }
    throw new Error(t('theConnectionToTheServer'));
  }
}
