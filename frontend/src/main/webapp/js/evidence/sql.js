/** A query of a database: its rows and its statement, which can be edited and run again. */
import {button, copy, duration, element} from '../dom.js';
import {highlighted} from '../sql.js';
import {rowsBlock, rowsText} from './rows.js';

export const view = (piece, shown) => rowsBlock(piece, shown,
  piece.sql ? {id: 'sql', label: 'SQL', content: () => statement(piece, shown.onRerun)} : null);

export const text = (piece) => [...rowsText(piece), ...(piece.sql ? [`\`\`\`sql\n${piece.sql}\n\`\`\``] : [])];

function statement(piece, onRerun) {
  const code = element('code', {}, ...highlighted(piece.sql));
  const shown = element('pre', {tabindex: 0, role: 'region', 'aria-label': 'SQL'}, code);
  const copyButton = button('Copy', {class: 'quiet copy'}, () => copy(piece.sql, copyButton));
  const edit = onRerun && button('Edit and run again', {class: 'quiet edit'}, () => panel.replaceChildren(editor(piece.sql, onRerun, () => {
    panel.replaceChildren(shown, actions);
    edit.focus();
  })));
  const actions = element('p', {class: 'below'}, copyButton, edit,
    piece.millis ? element('span', {text: `${duration(piece.millis)} in the database`}) : null);
  const panel = element('div', {class: 'statement'}, shown, actions);
  return panel;
}

function editor(sql, onRerun, onClose) {
  const field = element('textarea', {class: 'sql-editor', spellcheck: 'false', 'aria-label': 'SQL to run', rows: Math.min(24, sql.split('\n').length + 1)});
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
    button('Run', {class: 'primary run'}, run), button('Cancel', {class: 'quiet'}, onClose),
    element('span', {text: 'Read-only and checked like every other query. Ctrl+Enter runs it.'})));
}
