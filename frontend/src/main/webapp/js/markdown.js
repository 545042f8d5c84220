/**
 * Markdown as nodes. HTML within it is shown as the text it is; what the library makes of the rest is cleaned once
 * more, so that neither a model's answer nor a stored value can bring script, style or a picture from elsewhere.
 */
import DOMPurify from '../lib/purify.es.mjs';
import {Marked} from '../lib/marked.esm.js';
import {texts} from './language.js';

const t = await texts('chat');

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const TAGS = ['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'span'];
const CLEAN = {ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ['href', 'align', 'start', 'class'], ALLOWED_URI_REGEXP: /^https?:\/\//i, RETURN_DOM_FRAGMENT: true};

/** $…$, $$…$$, \(…\) and \[…\]; a lone dollar is money: no digit follows a closing one, no blank stands inside. */
const MATH = /^(?:\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|\$(?![\s\d])([^$\n]*[^$\s])\$(?!\d))/;
const math = {
  name: 'math',
  level: 'inline',
  start: (text) => text.search(/\$|\\[([]/),
  tokenizer(text) {
    const found = MATH.exec(text);
    return found ? {type: 'math', raw: found[0], block: Boolean(found[1] ?? found[2]), formula: (found[1] ?? found[2] ?? found[3] ?? found[4]).trim()} : undefined;
  },
  renderer: ({formula, block}) => `<span class="math${block ? ' block' : ''}">${escaped(formula)}</span>`,
};

const marked = new Marked({gfm: true, renderer: {
  html: ({text}) => escaped(text),
  // a picture would be fetched from elsewhere: its description is enough
  image: ({text}) => escaped(text),
}}, {extensions: [math]});

/** The blocks of a text as the library's tokens. */
export const blocks = (text) => marked.lexer(text);

/** The nodes of a text. */
export function markdown(text) {
  const nodes = DOMPurify.sanitize(marked.parse(String(text)), CLEAN);
  for (const link of nodes.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const table of nodes.querySelectorAll('table')) {
    const around = document.createElement('div');
    around.className = 'table';
    around.tabIndex = 0;
    around.setAttribute('role', 'region');
    around.setAttribute('aria-label', t('table'));
    table.replaceWith(around);
    around.append(table);
  }
  typeset([...nodes.querySelectorAll('.math')]);
  return nodes;
}

/** Formulas come as MathML, which browsers draw by themselves; the library is fetched with the first formula. */
async function typeset(places) {
  if (!places.length) return;
  const {default: katex} = await import('../lib/katex.mjs');
  for (const place of places) {
    katex.render(place.textContent, place, {output: 'mathml', throwOnError: false, displayMode: place.classList.contains('block'), trust: false});
  }
}
