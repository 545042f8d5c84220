/** Light or dark: as the system has it until the person chooses, then as chosen. */
import {keep} from './kept.js';

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark now. */
export const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);

/** Charts and the like draw colours of their own: they hear of a change as event `themechange` of the document. */
const tell = () => {
  for (const toggle of document.querySelectorAll('[data-theme-toggle]')) toggle.setAttribute('aria-pressed', String(isDark()));
  document.dispatchEvent(new Event('themechange'));
};

document.addEventListener('click', (event) => {
  if (!event.target.closest?.('[data-theme-toggle]')) return;
  root.dataset.theme = isDark() ? 'light' : 'dark';
  keep('theme', root.dataset.theme);
  tell();
});
system.addEventListener('change', tell);
tell();
