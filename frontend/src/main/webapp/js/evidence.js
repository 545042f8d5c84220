/** What an answer rests on: for each tool call a block with tabs for table, chart, query and documents. */
import {button, copy, duration, element} from './dom.js';
import {chartable, chartOf, opensOnChart} from './chart.js';
import {markdown} from './markdown.js';
import {highlighted} from './sql.js';
import {tableOf} from './table.js';
import {tabbed} from './tabs.js';

/**
 * The blocks of a turn.
 * @param {Object} turn as the server sends it
 * @param {((sql: string) => void)|null} onRerun called with an edited statement; null where nothing can be run
 */
export function evidenceBlocks(turn, onRerun) {
  const several = turn.evidence.length > 1;
  return turn.evidence.map((piece, number) => (piece.type === 'docs' ? documents(piece, several) : data(piece, several, onRerun, `${turn.turn_id ?? ''}.${number}`)));
}

function data(piece, several, onRerun, key) {
  const tabs = [];
  if (piece.rows.length) tabs.push({id: 'table', label: 'Table', content: () => tableOf(piece)});
  if (chartable(piece)) tabs.push({id: 'chart', label: 'Chart', content: () => chartOf(piece)});
  if (piece.sql) tabs.push({id: 'sql', label: 'SQL', content: () => statement(piece, onRerun)});
  if (piece.query) tabs.push({id: 'query', label: 'API query', content: () => apiQuery(piece)});
  if (!tabs.length) return null;
  return element('section', {class: 'evidence', 'data-type': piece.type, 'aria-label': `Evidence: ${piece.question}`},
    several ? element('p', {class: 'evidence-title', text: piece.question}) : null,
    tabbed('Evidence', tabs, {first: opensOnChart(piece) ? 'chart' : tabs[0].id, key: `tab.${key}`}));
}

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

function apiQuery(piece) {
  const variables = JSON.stringify(JSON.parse(piece.variables || '{}'), null, 2);
  const copyButton = button('Copy', {class: 'quiet copy'}, () => copy(`${piece.query.trim()}\n\n${variables}`, copyButton));
  return element('div', {},
    element('dl', {class: 'pairs'},
      element('dt', {text: 'Kind of question'}), element('dd', {text: piece.query_type.replaceAll('_', ' ')}),
      element('dt', {text: 'API'}), element('dd', {text: piece.api.replaceAll('_', ' ')}),
      element('dt', {text: 'Parameters'}), element('dd', {}, element('code', {text: variables}))),
    element('pre', {tabindex: 0, role: 'region', 'aria-label': 'API query'}, element('code', {text: piece.query.trim()})),
    element('p', {class: 'below'}, copyButton, element('span', {text: `${duration(piece.millis)} in the API`})));
}

/** The sections an explanation rests on, in the order in which the answer cites them. */
function documents(piece, several) {
  if (!piece.passages.length) return null;
  return element('section', {class: 'evidence documentation', 'data-type': 'docs', 'aria-label': 'Documentation'},
    element('p', {class: 'evidence-title', text: several ? piece.question : 'From the documentation'}),
    element('ol', {class: 'passages'}, ...piece.passages.map((passage, index) => {
      const text = element('div', {class: 'text'});
      const whole = element('details', {'data-passage': index + 1},
        element('summary', {}, element('span', {class: 'doc', text: passage.title}), ` ${passage.section}`), text);
      whole.addEventListener('toggle', () => text.hasChildNodes() || text.append(markdown(passage.text)));
      return element('li', {}, whole);
    })));
}
