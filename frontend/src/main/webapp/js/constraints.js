/** `<caravan-constraints>`: what the person fixes for the next questions, by the choices that the workspace declares. */
import {element} from './dom.js';

export class CaravanConstraints extends HTMLElement {
  connectedCallback() {
    if (this.choices) return;
    this.choices = [];
    this.fields = {};
    this.hidden = true;
    this.addEventListener('change', () => this.fit());
  }

  /** Shows the choices of a workspace; one that is shown already stays as it is. */
  offer({name, choices}) {
    if (this.of === name) return;
    this.of = name;
    this.choices = choices;
    this.fields = Object.fromEntries(choices.map((choice) => [choice.name, this.field(choice)]));
    this.replaceChildren(...Object.values(this.fields));
    this.hidden = !choices.length;
    this.fit();
  }

  field({name, label, any, default: usual, values}) {
    const shown = values.filter((value) => value.label).map((value) => [value.name, value.label]);
    const options = usual ? shown : [['', any], ...shown];
    const field = element('select', {name, 'aria-label': label, title: label}, ...options.map(([value, text]) => element('option', {value, text})));
    field.value = usual ?? '';
    return field;
  }

  /** A choice without meaning beside another is left open. */
  fit() {
    for (const {name, unless, default: usual} of this.choices) {
      const idle = Object.entries(unless).some(([other, value]) => this.fields[other].value === value);
      this.fields[name].disabled = idle;
      if (idle) this.fields[name].value = usual ?? '';
      this.fields[name].classList.toggle('fixed', this.fields[name].value !== (usual ?? ''));
    }
  }

  /** As a question carries them; nothing where nothing is fixed. */
  get value() {
    const fixed = this.choices.map(({name, default: usual}) => [name, this.fields[name].value, usual ?? '']).filter(([, value, usual]) => value !== usual);
    return fixed.length ? {choices: Object.fromEntries(fixed.map(([name, value]) => [name, value]))} : {};
  }

  /** As the last turn of a conversation had them; what has a default goes back to it. */
  restore(fixed = {}) {
    for (const {name, default: usual} of this.choices) this.fields[name].value = usual ?? fixed[name] ?? '';
    this.fit();
  }
}

customElements.define('caravan-constraints', CaravanConstraints);
