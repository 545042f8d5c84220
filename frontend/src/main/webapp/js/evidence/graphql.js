/** A query of a GraphQL API: its rows and the query with its parameters. */
import {button, copy, duration, element} from '../dom.js';
import {texts} from '../language.js';
import {rowsBlock, rowsText} from './rows.js';

const t = await texts('chat');

export const view = (piece, shown) => rowsBlock(piece, shown,
  piece.query ? {id: 'query', label: t('apiQuery'), content: () => apiQuery(piece)} : null);

export const text = (piece) => [...rowsText(piece), ...(piece.query ? [`\`\`\`graphql\n${piece.query.trim()}\n# ${piece.variables}\n\`\`\``] : [])];

function apiQuery(piece) {
  const variables = JSON.stringify(JSON.parse(piece.variables || '{}'), null, 2);
  const copyButton = button(t('copy'), {class: 'quiet copy'}, () => copy(`${piece.query.trim()}\n\n${variables}`, copyButton));
  return element('div', {},
    element('dl', {class: 'pairs'},
      element('dt', {text: t('kindOfQuestion')}), element('dd', {text: piece.query_type.replaceAll('_', ' ')}),
      element('dt', {text: 'API'}), element('dd', {text: piece.api.replaceAll('_', ' ')}),
      element('dt', {text: t('parameters')}), element('dd', {}, element('code', {text: variables}))),
    element('pre', {tabindex: 0, role: 'region', 'aria-label': t('apiQuery')}, element('code', {text: piece.query.trim()})),
    element('p', {class: 'below'}, copyButton, element('span', {text: t('timeInTheApi', {time: duration(piece.millis)})})));
}
