/**
 * The part of Markdown that answers use, as nodes: paragraphs, headings, lists, quotes, code, pipe tables, bold,
 * italic, inline code, links. Everything else stays the text it is; HTML in the text is text.
 */
import {element} from './dom.js';

const BULLET = /^\s*[-*+]\s+(.*)$/;
const NUMBERED = /^\s*(\d{1,9})[.)]\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const QUOTE = /^>\s?(.*)$/;
const FENCE = /^\s*(```|~~~)/;
const RULER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** The nodes of a text. */
export function markdown(text) {
  const lines = String(text).replace(/\r\n?/g, '\n').split('\n');
  const blocks = document.createDocumentFragment();
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) {
      at++;
    } else if (FENCE.test(line)) {
      at = code(lines, at, blocks);
    } else if (HEADING.test(line)) {
      const [, marks, title] = HEADING.exec(line);
      // the page itself has h1 to h3
      blocks.append(inline(element(`h${Math.min(marks.length + 3, 6)}`), title));
      at++;
    } else if (QUOTE.test(line)) {
      at = gathered(lines, at, QUOTE, (quoted) => blocks.append(element('blockquote', {}, markdown(quoted.join('\n')))));
    } else if (BULLET.test(line)) {
      at = list(lines, at, BULLET, element('ul'), blocks);
    } else if (NUMBERED.test(line)) {
      const first = Number(NUMBERED.exec(line)[1]);
      at = list(lines, at, NUMBERED, element('ol', {start: first === 1 ? null : first}), blocks);
    } else if (line.includes('|') && at + 1 < lines.length && lines[at + 1].includes('-') && RULER.test(lines[at + 1])) {
      at = table(lines, at, blocks);
    } else {
      at = paragraph(lines, at, blocks);
    }
  }
  return blocks;
}

function code(lines, at, blocks) {
  const fence = FENCE.exec(lines[at])[1];
  const body = [];
  let next = at + 1;
  while (next < lines.length && !lines[next].trim().startsWith(fence)) body.push(lines[next++]);
  blocks.append(element('pre', {tabindex: 0}, element('code', {text: body.join('\n')})));
  return next + 1;
}

function gathered(lines, at, pattern, take) {
  const body = [];
  let next = at;
  while (next < lines.length && pattern.test(lines[next])) body.push(pattern.exec(lines[next++])[1]);
  take(body);
  return next;
}

function list(lines, at, pattern, node, blocks) {
  let next = at;
  let item = null;
  while (next < lines.length && lines[next].trim()) {
    const found = pattern.exec(lines[next]);
    if (found) {
      item = inline(element('li'), found[found.length - 1]);
      node.append(item);
    } else if (/^\s{2,}\S/.test(lines[next])) {
      item.append(element('br'));
      inline(item, lines[next].trim());
    } else {
      break;
    }
    next++;
  }
  blocks.append(node);
  return next;
}

function table(lines, at, blocks) {
  const cells = (line) => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
  const head = element('tr', {}, ...cells(lines[at]).map((cell) => inline(element('th', {scope: 'col'}), cell)));
  const body = element('tbody');
  let next = at + 2;
  while (next < lines.length && lines[next].includes('|')) {
    body.append(element('tr', {}, ...cells(lines[next++]).map((cell) => inline(element('td'), cell))));
  }
  blocks.append(element('table', {}, element('thead', {}, head), body));
  return next;
}

function paragraph(lines, at, blocks) {
  const node = element('p');
  let next = at;
  while (next < lines.length && lines[next].trim() && !(next > at && startsBlock(lines[next]))) {
    if (next > at) node.append(element('br'));
    inline(node, lines[next++]);
  }
  blocks.append(node);
  return next;
}

function startsBlock(line) {
  return [FENCE, HEADING, QUOTE, BULLET, NUMBERED].some((pattern) => pattern.test(line));
}

// one alternative for each kind of mark; what matches none is text
const MARK = /`([^`]+)`|\*\*(\S(?:.*?\S)?)\*\*|(?<![\w*])[*_](\S(?:[^*_]*\S)?)[*_](?![\w*])|\[([^\]]+)\]\(([^()\s]+)\)|\\([\\`*_[\]#|>-])/;

function inline(node, text) {
  let rest = text;
  for (let found = MARK.exec(rest); found; found = MARK.exec(rest)) {
    node.append(rest.slice(0, found.index));
    const [all, codeText, bold, italic, label, address, escaped] = found;
    if (codeText !== undefined) node.append(element('code', {text: codeText}));
    else if (bold !== undefined) node.append(inline(element('strong'), bold));
    else if (italic !== undefined) node.append(inline(element('em'), italic));
    else if (label !== undefined) node.append(link(label, address));
    else node.append(escaped);
    rest = rest.slice(found.index + all.length);
  }
  node.append(rest);
  return node;
}

/** Only addresses of the web become links. */
function link(label, address) {
  return /^https?:\/\//i.test(address)
    ? element('a', {href: address, target: '_blank', rel: 'noopener noreferrer nofollow', text: label})
    : `${label} (${address})`;
}
