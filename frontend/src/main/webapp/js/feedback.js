/** `<caravan-feedback>`: a thumb and a comment for an answer; both can be changed and taken back later. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {texts} from './language.js';

const t = await texts('chat');

export class CaravanFeedback extends HTMLElement {
  /** @param {{turnId: string, rating?: string, comment?: string}} state */
  set state(state) {
    this.turnId = state.turnId;
    this.rating = state.rating || '';
    this.comment = state.comment || '';
    this.up = this.thumb('up', t('goodAnswer'));
    this.down = this.thumb('down', t('badAnswer'));
    this.said = element('span', {class: 'said', role: 'status'});
    this.more = button('', {class: 'link'}, () => this.form.hidden ? this.openForm() : this.closeForm());
    this.field = element('textarea', {rows: 2, maxlength: 4000, 'aria-label': t('commentOnThisAnswer'), placeholder: t('whatWasGoodOrWrong')});
    this.form = element('form', {class: 'comment', hidden: true, on: {submit: (event) => {
      event.preventDefault();
      this.save(this.rating, this.field.value.trim());
    }, keydown: (event) => event.key === 'Escape' && (event.stopPropagation(), this.closeForm())}},
    this.field, element('p', {class: 'below'}, element('button', {class: 'quiet', text: t('saveComment')})));
    this.replaceChildren(this.up, this.down, this.said, this.more);
    this.show();
  }

  thumb(rating, name) {
    return element('button', {type: 'button', class: 'icon thumb', 'data-rating': rating, 'aria-label': name, title: name,
      on: {click: () => (this.rating === rating ? this.withdraw() : this.save(rating, this.comment, true))}}, element('span', {class: 'thumb-sign', 'aria-hidden': 'true'}));
  }

  show(text = '') {
    this.up.setAttribute('aria-pressed', String(this.rating === 'up'));
    this.down.setAttribute('aria-pressed', String(this.rating === 'down'));
    this.said.textContent = text;
    this.more.hidden = !this.rating;
    this.more.textContent = this.comment ? t('changeComment') : t('addAComment');
  }

  openForm() {
    // below the row of actions, where there is room
    this.parentElement.after(this.form);
    this.field.value = this.comment;
    this.form.hidden = false;
    this.field.focus();
  }

  closeForm() {
    this.form.hidden = true;
    this.more.focus();
  }

  async save(rating, comment, ask = false) {
    try {
      const kept = await api.rate(this.turnId, rating, comment);
      this.rating = kept.rating;
      this.comment = kept.comment;
      this.show(t('thankYou'));
      if (ask && !this.comment) this.openForm();
      else if (!this.form.hidden) this.closeForm();
    } catch (problem) {
      this.show(problem.message);
    }
  }

  async withdraw() {
    try {
      await api.withdrawRating(this.turnId);
      this.rating = '';
      this.comment = '';
      this.form.hidden = true;
      this.show(t('takenBack'));
    } catch (problem) {
      this.show(problem.message);
    }
  }
}

customElements.define('caravan-feedback', CaravanFeedback);

export const feedbackOn = (state) => Object.assign(document.createElement('caravan-feedback'), {state});
