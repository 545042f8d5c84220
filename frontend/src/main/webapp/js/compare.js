/** `<dialog class="library compare">`: two answers side by side. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {keepHere, keptHere} from './kept.js';
import {texts} from './language.js';
import {CaravanTurn} from './turn.js';

const t = await texts('chat');

/** The answer that was chosen to be compared, in this window. */
const chosen = () => JSON.parse(keptHere('compare', 'null'));

function answer(turn) {
  const shown = CaravanTurn.of(turn.question, {readOnly: true});
  shown.answer(turn);
  return element('section', {class: 'compared', 'aria-label': turn.question}, shown);
}

/** Chooses an answer, or sets it beside the one that was chosen before; another press on the chosen one lets go of it. */
export async function compare(turn, trigger) {
  const first = chosen();
  if (!first || first === turn.turn_id) {
    keepHere('compare', first ? '' : JSON.stringify(turn.turn_id));
    trigger.textContent = first ? t('compare') : t('chosenNowPressCompare');
    trigger.setAttribute('aria-pressed', String(!first));
    return;
  }
  let other;
  try {
    other = await api.turn(first);
  } catch (problem) {
    keepHere('compare', '');
    trigger.textContent = problem.status === 404 ? t('theOtherAnswerIsGone') : problem.message;
    return;
  }
  keepHere('compare', '');
  for (const button of document.querySelectorAll('.compare-answer')) {
    button.textContent = t('compare');
    button.setAttribute('aria-pressed', 'false');
  }
  const dialog = element('dialog', {class: 'library compare', 'aria-label': t('twoAnswers'), on: {close: () => dialog.remove()}},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: t('twoAnswers')}), button('✕', {class: 'icon', 'aria-label': t('close')}, () => dialog.close())),
    element('div', {class: 'compared-both', tabindex: 0, role: 'region', 'aria-label': t('twoAnswers')}, answer(other), answer(turn)));
  document.body.append(dialog);
  dialog.showModal();
}
