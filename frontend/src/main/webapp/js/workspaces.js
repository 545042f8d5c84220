/** The choice between workspaces, and example questions of the chosen one. */
import {button, element} from './dom.js';
import {keep, kept} from './kept.js';
import {texts} from './language.js';

const t = await texts('common');

/** The workspace that was chosen last, or the first one. */
export const chosen = (all) => all.find(({name}) => name === kept('workspace')) ?? all[0];

/** Fills a select, which shows itself where there is a choice. */
export function offer(select, all, onChange) {
  select.replaceChildren(...all.map(({name, title}) => element('option', {value: name, text: title || name})));
  select.value = chosen(all).name;
  select.hidden = all.length < 2;
  select.addEventListener('change', () => {
    keep('workspace', select.value);
    onChange(chosen(all));
  });
}

/** Tiles that ask. */
export function tiles(list, workspace, onAsk) {
  list.replaceChildren(...(workspace.examples ?? []).slice(0, 6).map((question) =>
    element('li', {}, button('', {class: 'tile'}, () => onAsk(question)))));
  [...list.querySelectorAll('.tile')].forEach((tile, index) => {
    const question = workspace.examples[index];
    tile.append(element('span', {class: 'tile-text', text: question}), element('span', {class: 'tile-go', 'aria-hidden': 'true', text: '→'}));
  });
}

/** Says which data a workspace has, and that they are synthetic where they are; nothing as long as that is not known. */
export function dataLine(status, workspace) {
  const data = status.workspaces?.[workspace?.name] ?? status.data ?? {};
  const nodes = [];
  if (data.synthetic) nodes.push(element('span', {class: 'synthetic'}, element('span', {class: 'only-wide', text: t('syntheticDemoData')}), element('span', {class: 'only-narrow', text: t('demo')})), ' ');
  const named = data.synthetic ? '' : [data.name, data.vintage].filter(Boolean).join(', ');
  if (named) nodes.push(named);
  return {nodes, title: [data.name, data.vintage, data.note, status.model].filter(Boolean).join(' · ')};
}
