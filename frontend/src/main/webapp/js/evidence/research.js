/** The report of a research: its files, its page, its sources and what led where. */
import {base, element} from '../dom.js';
import {fileLinks, howList, leftList, missingList, sourceList, trailGraph} from '../research.js';
import {tabbed} from '../tabs.js';
import {textsOf} from '../texts.js';

export function view(piece, {key, page, address}) {
  const texts = textsOf(piece.language);
  const missing = missingList(piece);
  const tabs = [
    {id: 'sources', label: texts.sources, content: () => sourceList(piece)},
    piece.trail.length ? {id: 'trail', label: texts.trail, content: () => element('div', {}, trailGraph(piece), leftList(piece))} : null,
    missing ? {id: 'missing', label: texts.missing, content: () => missing} : null,
    {id: 'how', label: texts.how, content: () => howList(piece)}].filter(Boolean);
  return element('section', {class: 'evidence research', 'data-type': piece.type, 'aria-label': texts.report, lang: piece.language},
    address ? element('p', {class: 'below report-files'}, element('a', {class: 'quiet', href: base + page, text: texts.open}), ...fileLinks(base + address)) : null,
    tabbed(texts.report, tabs, {first: 'sources', key: `tab.${key}`}));
}

/** The answer has all of it already. */
export const text = () => [];
