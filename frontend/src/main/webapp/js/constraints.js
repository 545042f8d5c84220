/** `<caravan-constraints>`: what the person fixes for the next questions: goods or services, classification, direction, sources. */
import {element} from './dom.js';

const CHOICES = {
  scope: ['Trade in', [['', 'Goods & services'], ['goods', 'Goods'], ['services', 'Services']]],
  schema: ['Classification', [['', 'Any classification'], ['hs92', 'HS 1992'], ['hs12', 'HS 2012'], ['hs22', 'HS 2022'], ['sitc', 'SITC']]],
  direction: ['Direction', [['', 'Exports & imports'], ['export', 'Exports'], ['import', 'Imports']]],
  mode: ['Sources', [['auto', 'All sources'], ['sql_only', 'Database only'], ['graphql_only', 'Atlas API only']]],
};

export class CaravanConstraints extends HTMLElement {
  connectedCallback() {
    if (this.fields) return;
    this.fields = Object.fromEntries(Object.entries(CHOICES).map(([name, [title, values]]) => [name,
      element('select', {name, 'aria-label': title, title}, ...values.map(([value, text]) => element('option', {value, text})))]));
    this.fields.scope.addEventListener('change', () => this.fit());
    this.append(...Object.values(this.fields));
    this.addEventListener('change', () => this.mark());
    this.mark();
  }

  /** Which of them a workspace knows. */
  offer({constraints, modes}) {
    for (const name of ['scope', 'schema', 'direction']) this.fields[name].hidden = !constraints;
    this.fields.mode.hidden = !modes;
    this.hidden = !constraints && !modes;
    this.fit();
  }

  /** Services have no classification to choose. */
  fit() {
    const services = this.fields.scope.value === 'services';
    if (services) this.fields.schema.value = '';
    this.fields.schema.disabled = services;
    this.mark();
  }

  mark() {
    for (const field of Object.values(this.fields)) field.classList.toggle('fixed', field.selectedIndex > 0);
  }

  /** As a question carries them; nothing where nothing is fixed. */
  get value() {
    const fixed = Object.fromEntries(['scope', 'schema', 'direction'].map((name) => [name, this.fields[name]]).filter(([, field]) => !field.hidden && field.value).map(([name, field]) => [name, field.value]));
    return {
      ...(Object.keys(fixed).length ? {overrides: fixed} : {}),
      ...(this.fields.mode.hidden || this.fields.mode.value === 'auto' ? {} : {mode: this.fields.mode.value}),
    };
  }

  /** As the last turn of a conversation had them. */
  restore(overrides = {}) {
    for (const name of ['scope', 'schema', 'direction']) this.fields[name].value = overrides[name] ?? '';
    this.fit();
  }
}

customElements.define('caravan-constraints', CaravanConstraints);
