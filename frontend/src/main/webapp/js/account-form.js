/** A small form: labelled fields, a button, and what went wrong below it. */
import {element} from './dom.js';

/**
 * @param {{name: string, label: string, type?: string}[]} fields further members are attributes of the field
 * @param {string} submit what the button says
 * @param {(values: Object) => Promise<string|void>} send what it says when it is done
 */
export function form(fields, submit, send) {
  const told = element('p', {class: 'hint', role: 'status'});
  const button = element('button', {type: 'submit', class: 'primary', text: submit});
  const node = element('form', {class: 'account-form'},
    ...fields.map(({label, ...attributes}) => element('label', {}, element('span', {text: label}), element('input', {required: true, ...attributes}))),
    button, told);
  node.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    told.textContent = '';
    try {
      told.textContent = await send(Object.fromEntries(new FormData(node))) ?? '';
    } catch (problem) {
      told.textContent = problem.message;
    } finally {
      button.disabled = false;
    }
  });
  return node;
}
