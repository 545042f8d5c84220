/** The places in documents that an answer cites, by their numbers. */
import {button, element} from './dom.js';
import {texts} from './language.js';

const t = await texts('chat');

const place = ({title, page}) => t('titlePagePage', {title, page});

/** What an answer cites, as the stage that checked it tells; nothing where it cites no document. */
export function citationsOf(turn) {
  // other steps name their sources by a word
  const citations = turn.steps.findLast(({sources}) => sources?.[0]?.document)?.sources;
  return citations ? {workspace: turn.workspace, citations} : null;
}

/** The block. */
export function view(piece) {
  return element('section', {class: 'evidence citations', 'data-type': 'citations', 'aria-label': t('sources')},
    element('p', {class: 'evidence-title', text: t('sources')}),
    element('ol', {class: 'passages'}, ...piece.citations.map((citation) => element('li', {value: citation.number},
      button(place(citation), {class: 'link', 'data-citation': citation.number}, async () => (await import('./viewer.js')).showCitation(piece.workspace, piece.citations, citation.number)),
      element('p', {class: 'cite-text', text: citation.text})))));
}

/** Makes the marks of a text lead to their places. */
export function linkMarks(node, piece) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const found of texts) {
    const pieces = found.data.split(/(\[\d{1,3}\])/);
    if (pieces.length === 1) continue;
    found.replaceWith(...pieces.map((part) => {
      const citation = piece.citations.find(({number}) => part === `[${number}]`);
      return citation
        ? button(part, {class: 'cite', 'data-citation': citation.number, title: place(citation), 'aria-label': t('sourceNPlace', {n: citation.number, place: place(citation)})},
          async () => (await import('./viewer.js')).showCitation(piece.workspace, piece.citations, citation.number))
        : part;
    }));
  }
  return node;
}
