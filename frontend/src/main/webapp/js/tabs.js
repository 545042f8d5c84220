/** Tabs as the ARIA practices describe them: arrow keys move, the panel of a tab is made when it is first shown. */
import {element} from './dom.js';
import {keepHere, keptHere} from './kept.js';

let made = 0;

/**
 * A tab list with its panels.
 * @param {string} name of the list, for people who do not see it
 * @param {{id: string, label: string, content: () => Node}[]} tabs those there are
 * @param {{first: string, key: string}} opening which one is shown, and where it is kept that another one was chosen in this window
 */
export function tabbed(name, tabs, {first, key}) {
  const prefix = `tabs-${++made}-`;
  const panels = tabs.map(({id}) => element('div', {role: 'tabpanel', id: `${prefix}${id}`, 'aria-labelledby': `${prefix}${id}-tab`, class: 'panel', 'data-panel': id, hidden: true}));
  const buttons = tabs.map(({id, label}, index) => element('button', {
    type: 'button', role: 'tab', id: `${prefix}${id}-tab`, 'aria-controls': `${prefix}${id}`, 'data-tab': id, text: label, on: {click: () => choose(index)},
  }));
  const list = element('div', {role: 'tablist', 'aria-label': name, class: 'tablist', on: {keydown: (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    choose(next);
    buttons[next].focus();
  }}}, ...buttons);
  function show(wanted) {
    tabs.forEach((tab, index) => {
      const chosen = index === wanted;
      buttons[index].setAttribute('aria-selected', String(chosen));
      buttons[index].tabIndex = chosen ? 0 : -1;
      panels[index].hidden = !chosen;
      if (chosen && !panels[index].hasChildNodes()) panels[index].append(tab.content());
    });
  }
  function choose(index) {
    keepHere(key, tabs[index].id);
    show(index);
  }
  const at = (id) => tabs.findIndex((tab) => tab.id === id);
  show(Math.max(0, at(keptHere(key)) < 0 ? at(first) : at(keptHere(key))));
  return element('div', {class: 'tabs'}, list, ...panels);
}
