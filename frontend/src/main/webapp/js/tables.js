/** `<dialog class="library">`: files of rows become a workspace that can be asked at once. */
import * as api from './api.js';
import {base, button, element} from './dom.js';
import {keep} from './kept.js';
import {texts} from './language.js';

const t = await texts('work');

/** The name of a workspace by what a person calls it, or by its first file. */
const named = (title) => title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  .replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);

/** What the engine calls a type, as people do. */
const TYPES = {varchar: t('text'), bigint: t('wholeNumber'), integer: t('wholeNumber'), double: t('number'), boolean: t('yesOrNo'), timestamp: t('dateAndTime')};

/** What a workspace was made of: questions to begin with, tables with their columns, what was guessed and what is to be known. */
export function madeOf(taken) {
  const go = (question) => {
    keep('workspace', taken.workspace);
    location.href = `${base}chat?${new URLSearchParams({workspace: taken.workspace, ...(question && {q: question})})}`;
  };
  const questions = taken.questions.length ? taken.questions : [`How many ${taken.tables[0].name.replace(/^.*[.]/, '').replaceAll('_', ' ')} are there?`];
  return [
    element('p', {}, button(t('askThem'), {class: 'primary', id: 'tables-ask'}, () => go('')), ' ', element('a', {class: 'tables-model', href: `${base}model/${encodeURIComponent(taken.workspace)}`, text: t('reviewNamesKeysAndFigures')})),
    ...(taken.warnings ?? []).map((text) => element('p', {class: 'degraded', text})),
    element('ul', {class: 'tables-questions'}, ...questions.map((question) => element('li', {}, button(question, {class: 'link'}, () => go(question))))),
    ...taken.tables.map(({name, rows, columns}) => element('section', {},
      element('h3', {text: rows === undefined ? name : t('nameRowsRows', {name, rows})}),
      element('ul', {class: 'tables-columns'}, ...columns.map((column) => element('li', {}, element('code', {text: column.name}), ` ${TYPES[column.type] ?? column.type}`))))),
    ...(taken.guesses.length ? [element('section', {},
      element('h3', {text: t('guessedFromNamesAndValues')}),
      element('ul', {}, ...taken.guesses.map((guess) => element('li', {text: guess}))))] : [])];
}

/** Lets a person bring files. */
export function showTables() {
  const title = element('input', {type: 'text', id: 'tables-title', maxlength: '80', placeholder: t('suchAsMyOrders')});
  const input = element('input', {type: 'file', id: 'tables-files', multiple: true, accept: '.csv,.tsv,.txt,.xlsx,.parquet'});
  const told = element('ul', {class: 'library-told', role: 'status', 'aria-live': 'polite'});
  const found = element('div', {class: 'library-list tables-found'});
  const close = button('✕', {class: 'icon', 'aria-label': t('close')}, () => dialog.close());
  const dialog = element('dialog', {class: 'library', 'aria-label': t('yourOwnTables')},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: t('askYourOwnTables')}), close),
    element('p', {class: 'library-add'}, element('label', {for: 'tables-title', text: t('whatTheyAreAbout')}), title),
    element('p', {class: 'library-add'}, element('label', {for: 'tables-files', text: t('filesCsvTsvExcelOr')}), input),
    told, found);

  const show = (taken) => found.replaceChildren(...madeOf(taken));
  input.addEventListener('change', async () => {
    input.disabled = true;
    const tables = [];
    for (const file of [...input.files]) {
      const line = element('li', {text: t('fileBeingRead', {file: file.name})});
      told.append(line);
      const called = title.value.trim() || file.name.replace(/\.[^.]*$/, '');
      try {
        const taken = await api.addTable(named(called) || 'tables', called, file);
        tables.push(...taken.tables);
        line.textContent = `${file.name}: ${taken.tables.map(({name, rows}) => t('rowsRowsOfName', {rows, name})).join(', ')}`;
        line.className = 'good';
        // further files go to the same workspace
        title.value = called;
        title.disabled = true;
        show({...taken, tables});
      } catch (problem) {
        line.textContent = `${file.name}: ${problem.message}`;
        line.className = 'bad';
      }
    }
    input.value = '';
    input.disabled = false;
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
