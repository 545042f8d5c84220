/** A query of a database: its rows and its statement, which can be edited and run again. */
import {button, copy, duration, element} from '../dom.js';
import {highlighted} from '../sql.js';
import {texts} from '../language.js';
import {rowsBlock, rowsText} from './rows.js';

const t = await texts('chat');

export const view = (piece, shown) => rowsBlock(piece, shown,
  piece.sql ? {id: 'sql', label: 'SQL', content: () => statement(piece, shown.onRerun)} : null);

export const text = (piece) => [...rowsText(piece), ...(piece.sql ? [`\`\`\`sql\n${piece.sql}\n\`\`\``] : [])];

function statement(piece, onRerun) {
  const code = element('code', {}, ...highlighted(piece.sql));
  const shown = element('pre', {tabindex: 0, role: 'region', 'aria-label': 'SQL'}, code);
  const copyButton = button(t('copy'), {class: 'quiet copy'}, () => copy(piece.sql, copyButton));
  const edit = onRerun && button(t('editAndRunAgain'), {class: 'quiet edit'}, () => panel.replaceChildren(editor(piece.sql, onRerun, () => {
    panel.replaceChildren(shown, actions);
    edit.focus();
  })));
  const actions = element('p', {class: 'below'}, copyButton, edit,
    piece.millis ? element('span', {text: t('timeInTheDatabase', {time: duration(piece.millis)})}) : null);
  const panel = element('div', {class: 'statement'}, shown, actions);
  return panel;
}

function editor(sql, onRerun, onClose) {
  const field = element('textarea', {class: 'sql-editor', spellcheck: 'false', 'aria-label': t('sqlToRun'), rows: Math.min(24, sql.split('\n').length + 1)});
  field.value = sql;
  const run = () => {
    if (!field.value.trim()) return;
    onClose();
    onRerun(field.value);
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  });
  requestAnimationFrame(() => field.focus());
  return element('div', {}, field, element('p', {class: 'below'},
    button(t('run'), {class: 'primary run'}, run), button(t('cancel'), {class: 'quiet'}, onClose),
    element('span', {text: t('readOnlyAndCheckedLike')})));
}
