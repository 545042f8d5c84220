/** Boards: /boards lists them, /boards/{id} shows one, to be refreshed, arranged, shared and printed. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, button, copy, element, nothing} from './dom.js';
import {KINDS, kindsOf, tileOf, tilesOf, tool} from './tile.js';

const t = await texts('work');

const main = document.getElementById('main');
const id = decodeURIComponent(location.pathname.slice(`${base}boards`.length).replace(/^\//, ''));
const SCHEDULES = {0: t('byHand'), 15: t('everyQuarterOfAnHour'), 60: t('everyHour'), 1440: t('everyDay'), 10080: t('everyWeek')};
const day = (at) => new Date(at).toLocaleDateString(language, {dateStyle: 'medium'});

/** Asks once more on the first click. */
const sure = (text, attributes, action) => {
  const trigger = button(text, attributes, () => {
    if (trigger.textContent === text) trigger.textContent = t('really');
    else action();
  });
  return trigger;
};

/** The answers whose query was verified, each to be asked and taken back. */
function verifiedList(all) {
  if (!all.length) return [];
  const items = all.map(({id: each, workspace, question, verified_by: by, verified_at: at}) => {
    const item = element('li', {}, element('a', {href: `${base}chat?${new URLSearchParams({workspace, q: question})}`, text: question}),
      element('span', {class: 'hint', text: [workspace, by === 'everybody' ? '' : t('byBy', {by}), day(at)].filter(Boolean).join(' · ')}),
      sure(t('takeBack'), {class: 'quiet', 'aria-label': t('takeBackQuestion', {question})}, async () => {
        await api.withdrawVerified(each);
        item.remove();
      }));
    return item;
  });
  return [element('h2', {text: t('verifiedAnswers')}), element('p', {class: 'hint', text: t('whoeverAsksOneOfThese')}), element('ul', {class: 'verified-list'}, ...items)];
}

async function showList() {
  const [boards, known] = await Promise.all([api.boards(), api.verified()]);
  const name = element('input', {type: 'text', id: 'board-name', maxlength: 200, required: true, 'aria-label': t('nameOfANewBoard'), placeholder: t('nameOfANewBoard')});
  const form = element('form', {class: 'board-new', on: {submit: async (event) => {
    event.preventDefault();
    location.href = `${base}boards/${(await api.makeBoard(name.value.trim())).id}`;
  }}}, name, element('button', {class: 'primary', text: t('makeABoard')}));
  main.replaceChildren(element('h1', {text: t('boards')}),
    boards.length ? element('ul', {class: 'tiles'}, ...boards.map((board) => element('li', {}, element('a', {class: 'tile', href: `${base}boards/${board.id}`},
      element('span', {class: 'tile-text'}, board.title, element('br'), element('span', {class: 'hint', text: [t('tiles', {n: board.tiles}), board.shared ? t('shared') : '', day(board.updated_at)].filter(Boolean).join(' · ')}))))))
      : element('p', {text: t('thereIsNoneYetAsk')}),
    form, ...verifiedList(known));
}

async function showBoard() {
  let board = await api.board(id);
  document.title = `${board.title} – Caravan`;
  document.body.classList.add('board-page');
  const told = element('p', {class: 'hint', role: 'status'});
  const attempt = async (action) => {
    told.textContent = '';
    try {
      await action();
    } catch (problem) {
      told.textContent = problem.message;
    }
  };
  const title = element('h1', {text: board.title, tabindex: -1});
  const tiles = element('div', {});
  const drawn = () => tiles.replaceChildren(board.tiles.length ? tilesOf(board.tiles, tools)
    : element('p', {}, t('thereIsNoTileYet'), element('a', {href: `${base}chat`, text: t('askSomething')}), t('andPutTheAnswerHere')));
  const redraw = (tile) => tiles.querySelector(`[data-tile="${CSS.escape(tile.id)}"]`).replaceWith(tileOf(tile, tools(tile)));
  const place = (tile) => board.tiles.findIndex(({id: other}) => other === tile.id);

  const move = (tile, to) => attempt(async () => {
    if (to < 0 || to >= board.tiles.length) return;
    board.tiles.splice(to, 0, ...board.tiles.splice(place(tile), 1));
    drawn();
    tiles.querySelector(`[data-tile="${CSS.escape(tile.id)}"] .grip`).focus();
    await api.changeBoard(id, {tiles: board.tiles.map(({id: each}) => each)});
    told.textContent = t('titleStandsAtPlacePlace', {title: tile.title, place: to + 1, all: board.tiles.length});
  });
  const change = (tile, what) => attempt(async () => {
    await api.changeTile(id, tile.id, what);
    Object.assign(tile, what);
    redraw(tile);
  });
  const refresh = (tile) => attempt(async () => {
    const shown = tiles.querySelector(`[data-tile="${CSS.escape(tile.id)}"]`);
    shown.setAttribute('aria-busy', 'true');
    try {
      board.tiles[place(tile)] = await api.refreshTile(id, tile.id);
    } finally {
      shown.removeAttribute('aria-busy');
    }
    redraw(board.tiles.find(({id: each}) => each === tile.id));
  });
  const remove = (tile) => attempt(async () => {
    await api.removeTile(id, tile.id);
    board.tiles.splice(place(tile), 1);
    drawn();
  });
  function tools(tile) {
    const handle = element('button', {type: 'button', class: 'icon tool grip', draggable: 'true', 'aria-label': t('moveTitleArrowKeysOr', {title: tile.title}), title: t('moveArrowKeysOrDrag'), text: '⠿', on: {
      keydown: (event) => {
        const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
        if (!step) return;
        event.preventDefault();
        move(tile, place(tile) + step);
      },
      dragstart: ({dataTransfer}) => dataTransfer.setData('text/plain', tile.id),
    }});
    const kind = element('select', {'aria-label': t('howTitleIsShown', {title: tile.title}), on: {change: ({target}) => change(tile, {kind: target.value})}},
      ...kindsOf(tile.evidence).map((each) => element('option', {value: each, text: KINDS[each], selected: each === tile.kind})));
    const more = element('details', {class: 'tile-more'}, element('summary', {'aria-label': t('moreForTitle', {title: tile.title}), text: '⋯'}),
      element('div', {class: 'tile-menu'}, kind,
        button(t('rename'), {class: 'quiet'}, () => {
          const text = prompt(t('titleOfTheTile'), tile.title)?.trim();
          if (text) change(tile, {title: text});
        }),
        button(tile.wide ? t('halfWidth') : t('fullWidth'), {class: 'quiet width'}, () => change(tile, {wide: !tile.wide})),
        sure(t('remove'), {class: 'quiet', 'aria-label': t('removeName', {name: tile.title})}, () => remove(tile))));
    return [tile.refreshable ? tool('⟳', t('refreshTitle', {title: tile.title}), () => refresh(tile)) : null, handle, more].filter(Boolean);
  }
  tiles.addEventListener('dragover', (event) => event.preventDefault());
  tiles.addEventListener('drop', (event) => {
    event.preventDefault();
    const tile = board.tiles.find(({id: each}) => each === event.dataTransfer.getData('text/plain'));
    const onto = event.target.closest('[data-tile]')?.dataset.tile;
    if (tile && onto) move(tile, board.tiles.findIndex(({id: each}) => each === onto));
  });

  const shared = element('p', {class: 'shared', hidden: true});
  const share = button(t('share'), {class: 'quiet', id: 'board-share'}, () => attempt(async () => {
    const {path, expires_at: until} = await api.shareBoard(id);
    showShared(path, until);
    copy(new URL(base + path, location.href).href, share);
  }));
  function showShared(path, until) {
    const address = new URL(base + path, location.href).href;
    shared.replaceChildren(t('anyoneWithThisAddressCan', {day: day(until)}), element('a', {href: address, text: address}), ' ',
      button(t('stopSharing'), {class: 'link'}, () => attempt(async () => { await api.unshareBoard(id); shared.hidden = true; })));
    shared.hidden = false;
  }
  if (board.token) showShared(`share/board/${board.token}`, board.expires_at);
  const all = button(t('refreshAll'), {class: 'quiet', id: 'board-refresh'}, async () => {
    all.disabled = true;
    // one after the other: they leave the database to those who ask
    for (const tile of board.tiles.filter(({refreshable}) => refreshable)) await refresh(tile);
    all.disabled = false;
  });
  const schedule = element('select', {id: 'board-schedule', on: {change: ({target}) => attempt(() => api.changeBoard(id, {refresh_minutes: Number(target.value)}))}},
    ...Object.entries({...SCHEDULES, ...(!(board.refresh_minutes in SCHEDULES) && {[board.refresh_minutes]: t('everyNMinutes', {n: board.refresh_minutes})})})
      .map(([minutes, text]) => element('option', {value: minutes, text, selected: Number(minutes) === board.refresh_minutes})));
  const rename = button(t('rename'), {class: 'quiet'}, () => attempt(async () => {
    const text = prompt(t('nameOfTheBoard'), board.title)?.trim();
    if (!text) return;
    await api.changeBoard(id, {title: text});
    board.title = text;
    title.textContent = text;
  }));
  main.replaceChildren(element('p', {class: 'board-back'}, element('a', {href: `${base}boards`, text: t('boards')})), title,
    element('div', {class: 'board-bar'}, all, element('label', {for: 'board-schedule', text: t('refreshed')}), schedule, share, button(t('print'), {class: 'quiet'}, () => print()), rename,
      sure(t('delete'), {class: 'quiet'}, () => attempt(async () => { await api.deleteBoard(id); location.href = `${base}boards`; }))),
    shared, told, tiles);
  drawn();
}

try {
  await (id ? showBoard() : showList());
} catch (problem) {
  main.replaceChildren(...problem.status === 404
    ? nothing(t('thereIsNoSuchBoard'), t('itMayHaveBeenDeleted'))
    : nothing(t('theBoardsCannotBeShown'), problem.message));
}
