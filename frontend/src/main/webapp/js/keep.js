/** `<dialog class="library">`: puts an answer on a board. */
import * as api from './api.js';
import {base, button, element} from './dom.js';
import {keep, kept} from './kept.js';
import {texts} from './language.js';
import {KINDS, kindsOf} from './tile.js';

const t = await texts('chat');

const NEW = '';

/** Lets a person choose the board, what of the answer is shown, and how. */
export async function keepAnswer(turn) {
  const pieces = turn.evidence.map((piece, index) => ({piece, index})).filter(({piece}) => piece.rows?.length);
  const option = (value, text) => element('option', {value, text});
  const board = element('select', {id: 'keep-board'});
  const name = element('input', {type: 'text', id: 'keep-name', maxlength: 200, placeholder: t('suchAsSalesAtA')});
  const named = element('p', {class: 'keep-field'}, element('label', {for: 'keep-name', text: t('itsName')}), name);
  const title = element('input', {type: 'text', id: 'keep-title', maxlength: 200});
  title.value = turn.question;
  const piece = element('select', {id: 'keep-piece'}, ...pieces.map(({piece: {question}, index}) => option(index, question || t('tableN', {n: index + 1}))));
  const kind = element('select', {id: 'keep-kind'});
  const told = element('p', {class: 'hint', role: 'status'});
  const close = button('✕', {class: 'icon', 'aria-label': t('close')}, () => dialog.close());
  const put = button(t('putOnTheBoard'), {class: 'primary', id: 'keep-put'}, send);
  const field = (label, input) => element('p', {class: 'keep-field'}, element('label', {for: input.id, text: label}), input);
  const dialog = element('dialog', {class: 'library keep', 'aria-label': t('putOnABoard')},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: t('putOnABoard')}), close),
    field(t('board'), board), named, field(t('title'), title), pieces.length > 1 ? field(t('whichTable'), piece) : null, field(t('shownAs'), kind), element('p', {}, put), told);
  const kinds = () => kind.replaceChildren(...kindsOf(turn.evidence[Number(piece.value)] ?? null).map((each) => option(each, KINDS[each])));
  const fresh = () => { named.hidden = board.value !== NEW; };
  piece.addEventListener('change', kinds);
  board.addEventListener('change', fresh);
  dialog.addEventListener('close', () => dialog.remove());
  kinds();
  document.body.append(dialog);
  dialog.showModal();
  try {
    const all = await api.boards();
    board.replaceChildren(...all.map(({id, title: text}) => option(id, text)), option(NEW, t('aNewBoard')));
    board.value = all.some(({id}) => id === kept('board')) ? kept('board') : all[0]?.id ?? NEW;
    fresh();
    (named.hidden ? title : name).focus();
  } catch (problem) {
    told.textContent = problem.message;
  }

  async function send() {
    put.disabled = true;
    try {
      let id = board.value;
      if (id === NEW) {
        id = (await api.makeBoard(name.value.trim() || turn.question)).id;
        board.prepend(option(id, name.value.trim() || turn.question));
        board.value = id;
        fresh();
      }
      keep('board', id);
      await api.addTile(id, {turn_id: turn.turn_id, kind: kind.value, title: title.value.trim() || turn.question,
        ...(kind.value !== 'text' && pieces.length && {evidence: Number(piece.value)})});
      told.replaceChildren(t('itIsOnTheBoard'), element('a', {href: `${base}boards/${id}`, text: t('openTheBoard')}));
    } catch (problem) {
      told.textContent = problem.message;
    }
    put.disabled = false;
  }
}
