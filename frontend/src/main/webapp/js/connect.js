/** `<dialog class="library">`: a database that somebody names becomes a workspace that can be asked at once. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {texts} from './language.js';
import {madeOf} from './tables.js';

const t = await texts('work');

const FIELDS = [
  {name: 'url', label: t('address'), placeholder: 'jdbc:postgresql://host:5432/sales', required: true, autocomplete: 'off'},
  {name: 'user', label: t('loginThatMayOnlyRead'), required: true, autocomplete: 'off'},
  {name: 'password', label: t('itsPassword'), type: 'password', autocomplete: 'new-password'},
  {name: 'title', label: t('whatTheDataAreAbout'), maxlength: 80, autocomplete: 'off'},
];

/** Lets a person name a database. */
export function showConnect() {
  const inputs = FIELDS.map(({name, label, ...attributes}) => ({name, label, input: element('input', {type: 'text', id: `connect-${name}`, ...attributes})}));
  const told = element('p', {class: 'library-add', role: 'status', 'aria-live': 'polite'});
  const found = element('div', {class: 'library-list tables-found'});
  const send = element('button', {class: 'primary', id: 'connect-send', text: t('connect')});
  const form = element('form', {class: 'connect', on: {submit: async (event) => {
    event.preventDefault();
    send.disabled = true;
    told.className = 'library-add';
    told.textContent = t('theTablesAreBeingRead');
    const wanted = Object.fromEntries(inputs.map(({name, input}) => [name, name === 'password' ? input.value : input.value.trim()]));
    try {
      const made = await api.connect(wanted);
      told.textContent = t('tablesCanBeAsked', {n: made.tables.length, workspace: made.workspace});
      form.hidden = true;
      found.replaceChildren(...madeOf(made));
    } catch (problem) {
      told.className = 'library-add bad';
      told.textContent = problem.message;
    }
    send.disabled = false;
  }}}, ...inputs.map(({label, input}) => element('label', {}, `${label} `, input)), send);
  const dialog = element('dialog', {class: 'library', 'aria-label': t('connectADatabase'), on: {close: () => dialog.remove()}},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: t('connectADatabase')}), button('✕', {class: 'icon', 'aria-label': t('close')}, () => dialog.close())),
    form, told, found);
  document.body.append(dialog);
  dialog.showModal();
}
