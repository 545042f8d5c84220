/** SQL with its words set apart, as nodes. */
import {element} from './dom.js';

const WORDS = 'select|from|where|join|left|right|full|inner|outer|cross|on|using|and|or|not|in|is|null|as|with|recursive|group|by|order|having|limit|offset|asc|desc|nulls|first|last|union|all|except|intersect|case|when|then|else|end|distinct|between|like|ilike|exists|over|partition|values|true|false|lateral|filter|cast';
const TOKEN = new RegExp(`(--[^\\n]*|/\\*[\\s\\S]*?\\*/)|('(?:[^']|'')*')|\\b(\\d+(?:\\.\\d+)?)\\b|\\b(${WORDS})\\b`, 'gi');

export function highlighted(sql) {
  const nodes = [];
  let at = 0;
  for (const found of sql.matchAll(TOKEN)) {
    const [text, comment, string, number] = found;
    nodes.push(sql.slice(at, found.index), element('span', {class: comment ? 'sql-comment' : string ? 'sql-text' : number ? 'sql-number' : 'sql-word', text}));
    at = found.index + text.length;
  }
  nodes.push(sql.slice(at));
  return nodes;
}
