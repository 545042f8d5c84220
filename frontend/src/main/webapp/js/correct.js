/** A person says what a word means, for an editor to look at. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {texts} from './language.js';

const t = await texts('chat');

/** Shows the form below the actions of an answer. */
export async function correct(turn, actions) {
  const form = actions.parentElement.querySelector('.correct');
  if (form) {
    form.remove();
    return;
  }
  const says = element('input', {type: 'text', class: 'correct-says', required: true, maxlength: 60, placeholder: t('revenue'), 'aria-label': t('theWord')});
  const means = element('input', {type: 'text', class: 'correct-means', required: true, maxlength: 500, placeholder: t('priceMinusDiscount'), 'aria-label': t('whatItMeans')});
  const told = element('p', {class: 'hint', role: 'status'});
  const send = element('button', {class: 'quiet', text: t('sendToTheEditors')});
  const shown = element('form', {class: 'correct', on: {submit: async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      await api.proposeCorrection(turn.workspace, {says: says.value.trim(), means: means.value.trim(), question: turn.question});
      told.textContent = t('thankYouItWillBe');
    } catch (problem) {
      told.textContent = problem.message;
      send.disabled = false;
    }
  }}}, element('span', {}, says, t('means'), means), send, button(t('close'), {class: 'link'}, () => shown.remove()), told);
  actions.after(shown);
  says.focus();
}
