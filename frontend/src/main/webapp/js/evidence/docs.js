/** The sections an explanation rests on, in the order in which the answer cites them. */
import {element} from '../dom.js';
import {markdown} from '../markdown.js';
import {texts} from '../language.js';

const t = await texts('chat');

export function view(piece, {several}) {
  if (!piece.passages.length) return null;
  return element('section', {class: 'evidence documentation', 'data-type': piece.type, 'aria-label': t('documentation')},
    element('p', {class: 'evidence-title', text: several ? piece.question : t('fromTheDocumentation')}),
    element('ol', {class: 'passages'}, ...piece.passages.map((passage, index) => {
      const text = element('div', {class: 'text'});
      const whole = element('details', {'data-passage': index + 1},
        element('summary', {}, element('span', {class: 'doc', text: passage.title}), ` ${passage.section}`), text);
      whole.addEventListener('toggle', () => text.hasChildNodes() || text.append(markdown(passage.text)));
      return element('li', {}, whole);
    })));
}

export const text = (piece) => [piece.passages.map((passage, index) => `[${index + 1}] ${passage.title}: ${passage.section}`).join('\n')];
