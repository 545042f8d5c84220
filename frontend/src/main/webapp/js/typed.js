/**
 * Markdown that arrives in pieces. What more text cannot change is made into nodes once: blocks that are over, items of a list
 * and rows of a table that others follow. Only the open end is made anew.
 */
import {blocks, markdown} from './markdown.js';
import {element} from './dom.js';

export class TypedMarkdown {
  constructor() {
    this.node = element('div', {class: 'text'});
    this.text = '';
    /** What is not settled, behind the head of the table that is open, if one is. */
    this.rest = '';
    this.head = '';
    /** The list or the body of the table that grows, and the nodes of the open end. */
    this.growing = null;
    this.open = [];
  }

  append(text) {
    this.text += text;
    this.rest += text.replaceAll('\r', '');
    this.open.forEach((node) => node.remove());
    const last = this.settleBlocks();
    if (last) this.settleParts(last);
    this.open = this.put(this.head + this.rest);
  }

  /** Settles all blocks but the last, which is returned. */
  settleBlocks() {
    // half a line does not tell yet what it is: behind a list, a few blanks may become a part of its last item
    const all = blocks((this.head + this.rest).replace(/[^\n]*$/, ''));
    const last = all.findLastIndex(({type}) => type !== 'space');
    if (last > 0) {
      this.settle(all.slice(0, last).map(({raw}) => raw).join(''));
      this.growing = null;
    }
    return all[last];
  }

  /** Settles the items or rows of a block but the last. */
  settleParts({type, items, raw}) {
    if (type === 'list') {
      this.settle(items.slice(0, -1).map((item) => item.raw).join(''));
    } else if (type === 'table') {
      const [names, rule, ...rows] = raw.trimEnd().split('\n');
      if (rows.length > 1 && this.settle([names, rule, ...rows.slice(0, -1), ''].join('\n'))) this.head = `${names}\n${rule}\n`;
    }
  }

  /** Puts the beginning of what is open on the page for good; false when it is written otherwise than its parts say. */
  settle(text) {
    const open = this.head + this.rest;
    if (!text || !open.startsWith(text)) return false;
    const last = this.put(text).findLast((node) => node instanceof Element);
    this.growing = last && (last.matches('li, tr') ? last.parentElement : partsOf(last));
    this.rest = open.slice(text.length);
    this.head = '';
    return true;
  }

  /** The nodes of a text, in the list or table that grows as far as they belong there. */
  put(text) {
    const fragment = markdown(text);
    const first = fragment.firstElementChild;
    const parts = first && partsOf(first);
    const joined = parts && parts.localName === this.growing?.localName ? [...parts.children] : [];
    if (joined.length) {
      this.growing.append(...joined);
      first.remove();
    }
    const added = [...joined, ...fragment.childNodes];
    this.node.append(fragment);
    return added;
  }
}

/** Where the items of a list or the rows of a table are; nothing of another node. */
const partsOf = (node) => (node.matches('ul, ol') ? node : node.querySelector(':scope > table > tbody'));
