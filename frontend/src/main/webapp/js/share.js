/** A shared answer, to be read: /share/{token}; and a shared board: /share/board/{token}. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, element, nothing} from './dom.js';
import {CaravanTurn} from './turn.js';

const t = await texts('work');

const main = document.getElementById('main');
const token = decodeURIComponent(location.pathname.slice(`${base}share/`.length));
const OF_BOARD = /^board\//;
try {
  if (OF_BOARD.test(token)) await showBoard(token.replace(OF_BOARD, ''));
  else await showAnswer();
} catch (problem) {
  main.replaceChildren(...problem.status === 404
    ? nothing(t('thereIsNoSuchAnswer'), t('theAddressMayBeMistyped'))
    : nothing(t('theAnswerCannotBeShown'), problem.message));
}

async function showBoard(of) {
  const [board, {tilesOf}] = await Promise.all([api.sharedBoard(of), import('./tile.js')]);
  document.body.classList.add('board-page');
  main.replaceChildren(element('h1', {text: board.title}), tilesOf(board.tiles));
  document.title = `${board.title} – Caravan`;
}

async function showAnswer() {
  const turn = await api.shared(token);
  const shown = CaravanTurn.of(turn.question, {readOnly: true});
  main.replaceChildren(element('p', {class: 'hint', text: t('sharedFromAConversation', {day: new Date(turn.started_at).toLocaleDateString(language, {dateStyle: 'long'})})}), shown);
  shown.answer({...turn, token});
  document.title = `${turn.question} – Caravan`;
}
