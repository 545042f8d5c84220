/** Builds page nodes; text always goes in as text, never as HTML. */
import {texts} from './language.js';

const t = await texts('common');

/** Where the application lives, with a slash at the end. */
export const base = new URL('../', import.meta.url).pathname;

/**
 * A new element.
 * @param {string} tag
 * @param {Object} attributes `class`, `text`, `on` (listeners by event), and attributes by their name; null ones are left out
 * @param {...(Node|string|null)} children
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name === 'on') for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button that does something. */
export const button = (text, attributes, action) => element('button', {type: 'button', text, ...attributes, on: {click: action}});

/** What stands in the place of something that is not there, with ways on. */
export function nothing(title, text) {
  document.title = `${title} – Caravan`;
  return [element('h1', {text: title}), element('p', {text}),
    element('p', {}, element('a', {href: base, text: t('askAQuestion')}), ' · ', element('a', {href: `${base}chat`, text: t('yourConversations')}))];
}

/** 0.4 s, 12 s or 2 min 5 s. */
export function duration(millis) {
  if (!Number.isFinite(millis)) return '';
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 60_000) return `${(millis / 1000).toFixed(1)} s`;
  return `${Math.floor(millis / 60_000)} min ${Math.round((millis % 60_000) / 1000)} s`;
}

/** Puts text on the clipboard; where the browser has none (no TLS, another computer), a field that can be copied from is shown. */
export async function copy(text, trigger) {
  const label = trigger.textContent;
  try {
    await navigator.clipboard.writeText(text);
    trigger.textContent = t('copied');
  } catch {
    const row = trigger.parentElement;
    if (row.nextElementSibling?.matches('.copy-field')) row.nextElementSibling.remove();
    const field = element('textarea', {class: 'copy-field', readonly: true, 'aria-label': t('textToCopy'), rows: Math.min(4, text.split('\n').length)});
    field.value = text;
    row.after(field);
    field.select();
    trigger.textContent = t('pressCtrlC');
  }
  setTimeout(() => { trigger.textContent = label; }, 2000);
}

/** Hands a file to the person. */
export function download(name, blob) {
  const link = element('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
