/** /model/{workspace}: what tables and columns are called, how rows are told apart and joined, and what can be computed of them. */
import {texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, button, element, nothing} from './dom.js';

const t = await texts('work');

const main = document.getElementById('main');
const workspace = decodeURIComponent(location.pathname.slice(`${base}model/`.length));
const list = (text) => text.split(',').map((part) => part.trim()).filter(Boolean);
const told = (names) => (names ?? []).join(', ');

/** A field whose label is its own, for cells of a table. */
const field = (label, value, attributes = {}) => element('input', {type: 'text', 'aria-label': label, value: value ?? '', maxlength: 1000, ...attributes});

/** Columns that others can refer to: keys of one column, by type. */
function targets(tables) {
  return Object.entries(tables).flatMap(([table, {key, columns}]) => (key?.length === 1 && columns[key[0]]
    ? [{column: `${table}.${key[0]}`, type: columns[key[0]].type}] : []));
}

/** The editor of one table; `read` gives what is to be different. */
function tableEditor(name, table, tables) {
  const names = field(t('whatARowOfName', {name}), told(table.names));
  const description = field(t('whatNameHolds', {name}), table.description);
  const rows = Object.entries(table.columns).map(([column, {type, names: called, description: meaning, values}]) => {
    const inputs = {
      names: field(t('whatColumnIsCalled', {column}), told(called)),
      description: field(t('whatColumnMeans', {column}), meaning),
      key: element('input', {type: 'checkbox', 'aria-label': t('columnTellsRowsApart', {column}), checked: table.key?.includes(column)}),
      values: type === 'text' ? element('input', {type: 'checkbox', 'aria-label': t('valuesOfColumnAreNames', {column}), checked: values}) : null,
      target: element('select', {'aria-label': t('whatColumnRefersTo', {column})}),
    };
    const present = table.references?.[column] ?? '';
    const offered = targets(tables).filter((each) => each.type === type && each.column !== `${name}.${column}`).map((each) => each.column);
    inputs.target.append(...['', ...new Set([...(present ? [present] : []), ...offered])]
      .map((each) => element('option', {value: each, text: each || '–', selected: each === present})));
    return {column, inputs, node: element('tr', {}, element('th', {scope: 'row'}, element('code', {text: column}), element('span', {class: 'hint', text: ` ${type}`})),
      ...[inputs.names, inputs.description, inputs.key, inputs.values, inputs.target].map((each) => element('td', {}, each)))};
  });
  const figures = element('tbody', {});
  const figure = (called = '', {formula = '', names: also = []} = {}) => {
    const line = element('tr', {class: 'figure'},
      element('td', {}, field(t('nameOfAFigure'), called, {class: 'figure-name', placeholder: 'net_revenue'})),
      element('td', {}, field(t('formulaOfAFigure'), formula, {class: 'figure-formula', placeholder: '{price} * {quantity}'})),
      element('td', {}, field(t('whatAFigureIsCalled'), told(also), {class: 'figure-names', placeholder: t('netRevenueRevenueAfterDiscount')})),
      element('td', {}, button(t('remove'), {class: 'quiet', 'aria-label': t('removeTheFigureCalled', {called})}, () => line.remove())));
    figures.append(line);
    return line;
  };
  Object.entries(table.measures ?? {}).forEach(([called, each]) => figure(called, each));
  const region = (label, ...children) => element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': label}, ...children);
  const heads = (...all) => element('thead', {}, element('tr', {}, ...all.map((text) => element('th', {scope: 'col', text}))));
  const node = element('div', {class: 'model-table'},
    element('label', {}, t('aRowIsCalled'), names), element('label', {}, t('description'), description),
    region(t('columnsOfName', {name}), element('table', {}, heads(t('column'), t('isCalled'), t('means'), t('key'), t('valuesAreNames'), t('refersTo')), element('tbody', {}, ...rows.map((row) => row.node)))),
    region(t('figuresOfName', {name}), element('table', {}, heads(t('figure'), t('formula'), t('isCalled'), ''), figures)),
    element('p', {}, button(t('addAFigure'), {class: 'quiet add-figure'}, () => figure().querySelector('input').focus())));

  const read = () => {
    const columns = Object.fromEntries(rows.map(({column, inputs}) => [column, {names: list(inputs.names.value), description: inputs.description.value.trim(),
      ...(inputs.values && {values: inputs.values.checked})}]));
    const measures = Object.fromEntries([...figures.children].map((line) => ['name', 'formula', 'names'].map((part) => line.querySelector(`.figure-${part}`).value.trim()))
      .filter((parts) => parts.some(Boolean)).map(([called, formula, also]) => [called, {formula, names: list(also)}]));
    return {
      names: list(names.value), description: description.value.trim(), columns, measures,
      key: rows.filter(({inputs}) => inputs.key.checked).map(({column}) => column),
      references: Object.fromEntries(rows.filter(({inputs}) => inputs.target.value).map(({column, inputs}) => [column, inputs.target.value])),
    };
  };
  const before = JSON.stringify(read());
  return {node, read: () => (JSON.stringify(read()) === before ? null : read())};
}

/** A formula made of what a person said, where that is columns and signs in words; empty otherwise. */
function formulaOf(means, {columns}) {
  let text = ` ${means.toLowerCase().replace(/\b(minus|less|plus|times|divided by)\b/g, (word) => ({minus: '-', less: '-', plus: '+', times: '*', 'divided by': '/'})[word])} `;
  const called = Object.entries(columns).flatMap(([column, {names}]) => [column, ...(names ?? [])].map((name) => [name.toLowerCase(), column]))
    .sort(([one], [other]) => other.length - one.length);
  for (const [name, column] of called) text = text.replaceAll(` ${name} `, ` {${column}} `);
  return /\{/.test(text) && /^(\s|[-+*/().\d]|\{[^{}]*\})*$/.test(text) ? text.trim() : '';
}

/** What people say that words mean, each to be used, dropped or taken back. */
function correctionList(all, tables, attempt) {
  if (!all.length) return [];
  const again = (text) => show(text).then(() => '');
  const items = all.map(({id, says, means, question, by, at, table, formula, used_at: used}) => {
    const told = element('p', {}, element('strong', {text: says}), ' means ', element('q', {text: means}),
      element('span', {class: 'hint', text: ` ${[by === 'everybody' ? '' : t('byBy', {by}), at.slice(0, 10), question ? t('askedQuestion', {question}) : ''].filter(Boolean).join(' · ')}`}));
    if (used) {
      return element('li', {class: 'learnt'}, told, element('p', {}, t('usedAs'), element('code', {text: formula}), t('ofTableSince', {table, since: used.slice(0, 10)}),
        button(t('takeBack'), {class: 'quiet', 'aria-label': t('takeBackSays', {says})}, () => attempt(t('takingBack'), async () => { await api.withdrawCorrection(workspace, id); return again(t('saysMeansAgainWhatIt', {says})); }))));
    }
    const fit = Object.keys(tables).find((name) => formulaOf(means, tables[name])) ?? Object.keys(tables)[0];
    const where = element('select', {'aria-label': t('tableOfSays', {says}), class: 'correction-table'}, ...Object.keys(tables).map((name) => element('option', {value: name, text: name, selected: name === fit})));
    const how = field(t('formulaOfSays', {says}), formulaOf(means, tables[fit]), {class: 'correction-formula', placeholder: '{price} - {discount}'});
    return element('li', {class: 'proposal'}, told, element('p', {class: 'proposal-bar'}, where, how,
      button(t('use'), {class: 'quiet use'}, () => attempt(t('tryingItOnTheData'), async () => { await api.useCorrection(workspace, id, {table: where.value, formula: how.value.trim()}); return again(t('saysIsUsedFromThe', {says})); })),
      button(t('drop'), {class: 'quiet', 'aria-label': t('dropSays', {says})}, () => attempt('', async () => { await api.withdrawCorrection(workspace, id); return again(t('dropped')); }))));
  });
  return [element('h2', {text: t('whatPeopleSayItMeans')}), element('ul', {class: 'corrections'}, ...items)];
}

/** What a question comes to. */
function tried({question, read_as: readAs, sql, rows = [], problem}) {
  const columns = Object.keys(rows[0] ?? {});
  return element('section', {class: 'tried'}, element('h3', {text: question}),
    readAs ? element('p', {text: t('readAsReadas', {readAs})}) : null,
    problem ? element('p', {class: 'degraded', text: problem}) : null,
    rows.length ? element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': t('firstRowsOfQuestion', {question})}, element('table', {},
      element('thead', {}, element('tr', {}, ...columns.map((text) => element('th', {scope: 'col', text: text.replaceAll('_', ' ')})))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...columns.map((column) => element('td', {text: String(row[column] ?? 'NULL')}))))))) : null,
    sql ? element('details', {}, element('summary', {text: t('query')}), element('pre', {}, element('code', {text: sql}))) : null);
}

async function show(message = '') {
  const [model, said] = await Promise.all([api.model(workspace), api.corrections(workspace)]);
  document.title = t('whatTheTablesOfTitle', {title: model.title});
  const editors = new Map();
  const faults = element('ul', {class: 'model-faults', role: 'alert'});
  const state = element('p', {class: 'hint', role: 'status', text: message});
  const results = element('div', {class: 'tried-list'});
  const questions = [0, 1, 2].map((index) => field(t('questionNToBeTried', {n: index + 1}), '', {class: 'try-question', placeholder: index ? '' : t('leftEmptyQuestionsThatAny'), maxlength: 500}));
  const wanted = () => Object.fromEntries([...editors].map(([name, editor]) => [name, editor.read()]).filter(([, edited]) => edited));
  const attempt = async (text, action) => {
    faults.replaceChildren();
    state.textContent = text;
    try {
      state.textContent = await action();
    } catch (problem) {
      state.textContent = '';
      faults.replaceChildren(...problem.message.split('\n').map((line) => element('li', {text: line})));
      faults.scrollIntoView({block: 'nearest'});
    }
  };
  const preview = button(t('tryQuestions'), {class: 'quiet', id: 'model-try'}, () => attempt(t('trying'), async () => {
    const done = await api.previewModel(workspace, {tables: wanted(), questions: questions.map(({value}) => value.trim()).filter(Boolean)});
    faults.replaceChildren(...done.faults.map((text) => element('li', {text})));
    results.replaceChildren(...done.questions.map(tried));
    return done.faults.length || done.questions.length ? '' : t('noQuestionToBeginWith');
  }));
  const save = button(t('save'), {class: 'primary', id: 'model-save'}, () => attempt(t('saving'), async () => {
    const tables = wanted();
    if (!Object.keys(tables).length) return t('nothingHasBeenChanged');
    await api.saveModel(workspace, {version: model.version, tables});
    const open = [...main.querySelectorAll('details.model[open]')].map(({id}) => id);
    await show(t('savedItHoldsFromThe'));
    open.forEach((id) => { document.getElementById(id).open = true; });
    return '';
  }));
  const tables = Object.entries(model.tables).map(([name, table], index, all) => {
    const body = element('div', {});
    const node = element('details', {class: 'model', id: `table-${index}`}, element('summary', {}, element('code', {text: name}),
      element('span', {class: 'hint', text: ` ${told(table.names)} · ${t('columns', {n: Object.keys(table.columns).length})}`})), body);
    // a table is drawn when it is opened: a schema can have hundreds
    node.addEventListener('toggle', () => {
      if (!node.open || editors.has(name)) return;
      editors.set(name, tableEditor(name, table, model.tables));
      body.replaceChildren(editors.get(name).node);
    });
    node.open = all.length < 3;
    return node;
  });
  main.replaceChildren(element('h1', {text: t('whatTheTablesOfTitle2', {title: model.title})}),
    element('p', {class: 'hint', text: t('namesAreWhatPeopleSay')}),
    ...correctionList(said, model.tables, attempt),
    ...tables,
    element('h2', {text: t('tryIt')}), element('div', {class: 'try-questions'}, ...questions),
    faults, element('p', {class: 'model-bar'}, save, preview, element('a', {href: `${base}chat?${new URLSearchParams({workspace})}`, text: t('ask')})), state, results);
}

show().catch((problem) => main.replaceChildren(...nothing(t('thisModelCannotBeEdited'), problem.message)));
