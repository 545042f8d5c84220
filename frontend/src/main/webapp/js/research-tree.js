/** A research while it happens: the tasks with their searches, what each found, the references of it, and what may still be spent. */
import {duration, element} from './dom.js';
import {textsOf} from './texts.js';

const MOST_SAID = 4;

/** What is told of a budget: a bar and its figures for each of tokens, money and time. */
function meters(budget, texts, locale) {
  const meter = (label, value, most, written) => element('li', {},
    element('span', {text: `${label}: ${written(value)} ${texts.of} ${written(most)}`}), element('meter', {min: 0, max: most, value: Math.min(value, most), 'aria-label': label}));
  const dollars = (value) => `$${Number(Number(value).toFixed(2))}`;
  return [
    meter(texts.tokens, budget.tokens, budget.most_tokens, (value) => Number(value).toLocaleString(locale)),
    budget.most_dollars === undefined ? null : meter(texts.money, budget.dollars, budget.most_dollars, dollars),
    meter(texts.time, budget.seconds, budget.most_seconds, (value) => duration(value * 1000))].filter(Boolean);
}

export class ResearchTree {
  constructor() {
    this.texts = textsOf('en');
    this.tasks = new Map();
    this.told = element('p', {class: 'hint'});
    this.budget = element('ul', {class: 'meters'});
    this.list = element('ol', {class: 'research-tasks'});
    this.node = element('section', {class: 'research-tree', hidden: true}, this.told, this.budget, this.list);
  }

  /** Takes a step that ended; what is of no research is left alone. */
  took(step) {
    if (step.stage === 'hitl_init') this.speak(step.language);
    if (step.budget) {
      this.node.hidden = false;
      this.budget.replaceChildren(...meters(step.budget, this.texts, this.language));
    }
    this[step.stage]?.(step);
  }

  /** Whether it shows what a step found out. */
  shows({stage, task}) {
    return this.tasks.has(task) && typeof this[stage] === 'function';
  }

  speak(language) {
    this.language = language;
    this.texts = textsOf(language);
    this.node.lang = language;
    this.node.setAttribute('aria-label', this.texts.research);
  }

  analyze_retrieval({coverage, gaps}) {
    this.told.textContent = this.texts.covered(Math.round(100 * coverage), (gaps ?? []).length);
  }

  generate_todo({tasks}) {
    this.planned(tasks);
  }

  process_approval({tasks}) {
    this.planned(tasks);
  }

  planned(queries) {
    this.tasks.clear();
    this.list.replaceChildren();
    queries?.forEach((query) => this.add(query));
  }

  add(query) {
    const id = `task_${this.tasks.size + 1}`;
    const state = element('span', {class: 'hint', text: this.texts.pending});
    const body = element('ul', {});
    const details = element('details', {'data-task': id, 'data-state': 'pending'}, element('summary', {}, element('span', {class: 'what', text: query}), ' ', state), body);
    this.list.append(element('li', {}, details));
    this.tasks.set(id, {details, state, body});
  }

  /** The task of a step; it opens when it is begun. */
  task(id) {
    const task = this.tasks.get(id);
    if (task && task.details.dataset.state === 'pending') {
      task.details.dataset.state = 'running';
      task.details.open = true;
      task.state.textContent = this.texts.underWay;
    }
    return task;
  }

  search_web(step) {
    this.search_task(step);
  }

  search_task({task: id, query, sections}) {
    this.task(id)?.body.append(element('li', {'data-kind': 'search'}, `${this.texts.searched} “${query}”`, element('span', {class: 'hint', text: ` ${(sections ?? []).join(', ')}`})));
  }

  extract_information({task: id, via, said, tokens_read: tokens}) {
    const task = this.task(id);
    if (!task) return;
    task.state.textContent = this.texts.read(tokens);
    if (!said?.length) return;
    task.body.append(element('li', {'data-kind': 'found'}, via ? element('span', {class: 'hint', text: `${this.texts.via(via)}: `}) : null,
      element('ul', {}, ...said.slice(0, MOST_SAID).map(({section, text}) => element('li', {}, element('strong', {text: section}), ` ${text}`)),
        said.length > MOST_SAID ? element('li', {class: 'hint', text: this.texts.more(said.length - MOST_SAID)}) : null)));
  }

  judge_references({task: id, references}) {
    const task = this.task(id);
    if (!task || !references?.length) return;
    const followed = references.filter((each) => each.followed);
    const left = references.filter((each) => !each.followed);
    const line = ({from, text, to, reason}) => element('li', {}, `${from}: ${text}${to ? ` → ${to}` : ''}`, element('span', {class: 'hint', text: ` ${this.texts.reasons[reason] ?? reason}`}));
    task.body.append(...followed.map((each) => {
      const item = line(each);
      item.dataset.kind = 'followed';
      return item;
    }));
    if (left.length) task.body.append(element('li', {'data-kind': 'left'}, element('details', {}, element('summary', {text: this.texts.notFollowed(left.length)}), element('ul', {}, ...left.map(line)))));
  }

  reevaluate_todo({task: id, findings, followed, tokens_read: tokens, stopped, new_tasks: more}) {
    const task = this.tasks.get(id);
    if (task) {
      task.details.dataset.state = 'done';
      task.details.open = false;
      task.state.textContent = this.texts.done(findings, followed, tokens) + (stopped ? `; ${this.texts.stopped[stopped] ?? stopped}` : '');
    }
    more?.forEach((query) => this.add(query));
  }
}
