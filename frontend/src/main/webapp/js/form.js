/** What a person is asked before a turn goes on: choices, lists to edit, free text. */
import {button, element} from './dom.js';
import {textsOf} from './texts.js';

let made = 0;

/**
 * The form of a waiting turn.
 * @param {{questions: Object[]}} form as the server sends it
 * @param {(reply: Object) => void} onReply called with the values by the questions' ids
 * @param {() => void} onStop called when the person gives the turn up
 * @param {string} language of the person, where it is known
 */
export function formOf(form, onReply, onStop, language) {
  const texts = textsOf(language);
  const fields = form.questions.map((question) => KINDS[question.type](question, `form-${++made}`, texts));
  const [only] = form.questions;
  // one choice of one is made by the click on it
  const direct = form.questions.length === 1 && only.type === 'choice' && !only.several && !only.other;
  const fault = element('p', {class: 'fault', role: 'alert'});
  const node = element('form', {class: 'asking', 'aria-label': texts.reply, lang: language, novalidate: true},
    ...(direct ? [buttons(only, onReply, texts)] : fields.map((field) => field.node)), fault,
    element('p', {class: 'below'},
      direct ? null : element('button', {type: 'submit', class: 'primary go-on', text: texts.goOn}),
      button(texts.stop, {class: 'quiet give-up'}, onStop)));
  node.addEventListener('submit', (event) => {
    event.preventDefault();
    const missing = fields.find((field) => !field.optional && isEmpty(field.value()));
    if (missing) {
      complain(`${missing.label}: ${texts.required}`, missing.id);
      return;
    }
    onReply(Object.fromEntries(fields.filter((field) => field.always || !(field.optional && isEmpty(field.value()))).map((field) => [field.id, field.value()])));
  });
  /** Says what is wrong, and leads to the question it is about. */
  function complain(text, id) {
    fault.textContent = text;
    const wrong = fields.find((field) => field.id === id);
    fields.forEach((field) => field.node.classList.toggle('wrong', field === wrong));
    wrong?.node.querySelector('input, textarea')?.focus();
  }
  node.complain = complain;
  /** While the server takes the reply, nothing can be changed. */
  node.busy = (on) => node.querySelectorAll('button, input, textarea').forEach((control) => { control.disabled = on; });
  return node;
}

const isEmpty = (value) => value.length === 0;

/** What belongs to every question: its label, what helps, and its controls as one group. */
function group(question, id, texts, ...controls) {
  return element('fieldset', {'aria-describedby': question.hint ? `${id}-hint` : null},
    element('legend', {}, question.label, question.optional ? element('span', {class: 'soft', text: ` ${texts.optional}`}) : null),
    question.hint ? element('p', {class: 'hint', id: `${id}-hint`, text: question.hint}) : null, ...controls);
}

const common = (question) => ({id: question.id, label: question.label, optional: question.optional});

function buttons(question, onReply, texts) {
  return group(question, `form-${++made}`, texts, element('ul', {class: 'choices'}, ...question.options.map((option) =>
    element('li', {}, button(option.label, {value: option.value, title: option.hint || null}, () => onReply({[question.id]: option.value})),
      option.hint ? element('span', {class: 'hint', text: option.hint}) : null))));
}

function choice(question, id, texts) {
  const type = question.several ? 'checkbox' : 'radio';
  const options = question.options.map((option) => element('input', {type, name: id, value: option.value}));
  const other = question.other ? element('input', {type: 'text', class: 'other', 'aria-label': `${question.label} ${texts.other}`, placeholder: texts.other}) : null;
  const value = () => {
    const chosen = options.filter(({checked}) => checked).map((option) => option.value);
    const said = other?.value.trim();
    if (said) return question.several ? [...chosen, said] : said;
    return question.several ? chosen : chosen[0] ?? '';
  };
  return {...common(question), value, node: group(question, id, texts, ...question.options.map((option, index) =>
    element('label', {class: 'option'}, options[index], element('span', {}, option.label, option.hint ? element('span', {class: 'hint', text: option.hint}) : null))), other)};
}

/** A list whose items can be changed, moved, dropped and added. */
function list(question, id, texts) {
  const items = element('ol', {class: 'items'});
  const told = element('p', {class: 'unseen', role: 'status', 'aria-live': 'polite'});
  const number = () => [...items.children].forEach((item, index) => {
    item.querySelector('input').setAttribute('aria-label', `${question.label}, ${texts.item} ${index + 1}`);
    item.querySelector('.up').disabled = index === 0;
    item.querySelector('.down').disabled = index === items.children.length - 1;
  });
  const move = (item, by, trigger) => {
    const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (by < 0) other.before(item);
    else other.after(item);
    number();
    told.textContent = texts.moved([...items.children].indexOf(item) + 1);
    (trigger.disabled ? item.querySelector('input') : trigger).focus();
  };
  const add = (text) => {
    const field = element('input', {type: 'text', value: text});
    const up = button('↑', {class: 'icon up', 'aria-label': texts.up}, () => move(item, -1, up));
    const down = button('↓', {class: 'icon down', 'aria-label': texts.down}, () => move(item, 1, down));
    const item = element('li', {}, field, up, down, button('✕', {class: 'icon drop', 'aria-label': texts.drop}, () => {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      number();
      told.textContent = texts.dropped;
      (next?.querySelector('input') ?? more).focus();
    }));
    field.addEventListener('keydown', (event) => {
      if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault();
        move(item, event.key === 'ArrowUp' ? -1 : 1, field);
      }
    });
    items.append(item);
    number();
    return field;
  };
  const more = button(texts.add, {class: 'quiet add'}, () => add('').focus());
  question.items.forEach(add);
  // a list that was emptied is a reply, and none that was left out
  return {...common(question), always: question.items.length > 0, value: () => [...items.querySelectorAll('input')].map((field) => field.value.trim()).filter(Boolean),
    node: group(question, id, texts, items, element('p', {class: 'below'}, more), told)};
}

function text(question, id, texts) {
  const field = element('textarea', {rows: 2, 'aria-label': question.label});
  field.value = question.value ?? '';
  return {...common(question), value: () => field.value.trim(), node: group(question, id, texts, field)};
}

const KINDS = {choice, list, text};
