/** `<caravan-history>`: the earlier conversations, to be searched, opened and deleted; a sheet on narrow screens. */
import * as api from './api.js';
import {base, button, element} from './dom.js';
import {keep, kept} from './kept.js';
import {language, texts} from './language.js';

const t = await texts('chat');

const NARROW = matchMedia('(max-width: 1023px)');
const WIDTHS = {least: 180, most: 480, first: 268};

/** just now, 5 m, 3 h, 2 d, then the date. */
function since(time) {
  const minutes = (Date.now() - Date.parse(time)) / 60_000;
  if (minutes < 1) return t('justNow');
  if (minutes < 60) return t('minutesM', {minutes: Math.floor(minutes)});
  if (minutes < 1440) return t('hoursH', {hours: Math.floor(minutes / 60)});
  if (minutes < 10_080) return t('daysD', {days: Math.floor(minutes / 1440)});
  return new Date(time).toLocaleDateString(language, {day: 'numeric', month: 'short', year: 'numeric'});
}

export class CaravanHistory extends HTMLElement {
  connectedCallback() {
    this.page = 0;
    this.current = '';
    this.setAttribute('role', 'navigation');
    this.setAttribute('aria-label', t('earlierConversations'));
    this.search = element('input', {type: 'search', 'aria-label': t('searchEarlierConversations'), placeholder: t('searchConversations'), autocomplete: 'off'});
    this.search.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.load(), 200);
    });
    this.folders = element('select', {class: 'folders', 'aria-label': t('folder'), hidden: true, on: {change: () => this.load()}}, element('option', {value: '', text: t('allFolders')}));
    this.names = element('datalist', {id: 'folder-names'});
    this.list = element('ul', {class: 'threads'}, ...[1, 2, 3].map(() => element('li', {class: 'skeleton', 'aria-hidden': 'true'})));
    this.empty = element('p', {class: 'hint', hidden: true});
    this.more = button(t('loadMore'), {class: 'quiet load-more', hidden: true}, () => this.load(this.page + 1));
    const handle = element('div', {class: 'handle', role: 'separator', tabindex: 0, 'aria-orientation': 'vertical', 'aria-label': t('widthOfTheList'),
      'aria-valuemin': WIDTHS.least, 'aria-valuemax': WIDTHS.most});
    this.append(element('div', {class: 'past-top'},
      element('a', {class: 'brand', href: base}, element('img', {src: `${base}img/caravan.svg`, alt: '', width: 28, height: 28}), ' Caravan'),
      button('✕', {class: 'icon only-narrow', 'aria-label': t('close')}, () => this.open(false))),
    button(t('newConversation'), {class: 'primary wide new'}, () => this.dispatchEvent(new CustomEvent('new', {bubbles: true}))),
    this.search, this.folders, this.names, this.list, this.empty, this.more,
    element('p', {class: 'past-foot'}, element('a', {href: `${base}status`, text: t('status')}), element('a', {href: `${base}hawtio`, class: 'only-monitored', text: t('routes')})),
    handle);
    this.resizable(handle);
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !NARROW.matches) return;
      // elsewhere the key stops the answer
      event.stopPropagation();
      this.open(false);
    });
    this.open(!NARROW.matches && kept('past', 'open') === 'open');
    NARROW.addEventListener('change', () => this.open(!NARROW.matches && kept('past', 'open') === 'open', false));
    this.load();
  }

  resizable(handle) {
    const width = (wanted) => {
      const now = Math.max(WIDTHS.least, Math.min(WIDTHS.most, wanted));
      this.style.setProperty('--past-width', `${now}px`);
      handle.setAttribute('aria-valuenow', now);
      keep('past-width', now);
      return now;
    };
    let now = width(Number(kept('past-width')) || WIDTHS.first);
    handle.addEventListener('pointerdown', (event) => {
      handle.setPointerCapture(event.pointerId);
      const move = (moved) => { now = width(moved.clientX); };
      handle.addEventListener('pointermove', move);
      handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), {once: true});
    });
    handle.addEventListener('keydown', (event) => {
      const by = {ArrowRight: 16, ArrowLeft: -16}[event.key];
      if (by) now = width(now + by);
    });
  }

  get isOpen() {
    return this.classList.contains('open');
  }

  /** Shows or hides the list; the focus goes with it, unless the window's width is the reason. */
  open(open, asked = true) {
    const was = this.isOpen;
    const focused = asked || this.contains(document.activeElement);
    this.classList.toggle('open', open);
    if (!NARROW.matches) keep('past', open ? 'open' : 'closed');
    const opener = document.getElementById('show-past');
    opener.setAttribute('aria-expanded', String(open));
    this.backdrop?.remove();
    if (NARROW.matches && open) {
      this.backdrop = element('div', {class: 'backdrop', on: {click: () => this.open(false)}});
      this.after(this.backdrop);
      this.search.focus();
    } else if (NARROW.matches && was && focused) {
      opener.focus();
    }
  }

  /** Marks the conversation that is shown. */
  mark(threadId) {
    this.current = threadId;
    for (const item of this.list.children) {
      const link = item.querySelector('a');
      if (item.dataset.id === threadId) link.setAttribute('aria-current', 'page');
      else link?.removeAttribute('aria-current');
    }
  }

  /** A conversation that has just begun stands in the list at once. */
  begun(id, title) {
    if (this.list.querySelector(`[data-id="${CSS.escape(id)}"]`) || this.search.value || this.folders.value) return;
    this.empty.hidden = true;
    this.list.prepend(this.item({id, title, updated_at: new Date().toISOString()}));
    this.mark(id);
  }

  /** Reads a page; the first one replaces what is shown. A slower answer to an earlier search is dropped. */
  async load(page = 0) {
    this.loading?.abort();
    this.loading = new AbortController();
    let found;
    try {
      found = await api.threads(page, this.search.value, this.folders.value, this.loading.signal);
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      this.empty.textContent = t('theConversationsCannotBeRead');
      this.empty.hidden = false;
      this.list.replaceChildren();
      return;
    }
    // a title that is being written is not taken away
    if (this.list.querySelector('.new-title')) return;
    this.page = page;
    this.filed(found.folders ?? []);
    const items = found.threads.map((thread) => this.item(thread));
    if (page === 0) this.list.replaceChildren(...items);
    else this.list.append(...items);
    if (page > 0) items[0]?.querySelector('a').focus();
    this.empty.hidden = found.total > 0;
    this.empty.textContent = this.search.value ? t('noConversationHasTheseWords') : t('noConversationsYet');
    this.more.hidden = this.list.children.length >= found.total;
    this.mark(this.current);
  }

  /** Offers the folders there are; one that is gone is no choice any more. */
  filed(names) {
    const shown = this.folders.value;
    this.folders.replaceChildren(element('option', {value: '', text: t('allFolders')}), ...names.map((name) => element('option', {value: name, text: name})));
    this.folders.value = names.includes(shown) ? shown : '';
    this.folders.hidden = !names.length;
    this.names.replaceChildren(...names.map((name) => element('option', {value: name})));
    if (shown !== this.folders.value) this.load();
  }

  /** A title with what is searched for marked in it. */
  marked(title) {
    const word = this.search.value.trim().toLowerCase();
    const at = word ? title.toLowerCase().indexOf(word) : -1;
    return at < 0 ? [title] : [title.slice(0, at), element('mark', {text: title.slice(at, at + word.length)}), title.slice(at + word.length)];
  }

  item(thread) {
    const title = thread.title || t('untitledConversation');
    const link = element('a', {href: `${base}chat/${thread.id}`, title}, element('span', {class: 'thread-title'}, ...this.marked(title)), thread.waiting ? element('span', {class: 'thread-waiting', text: t('waitingForYourReply')}) : null, element('span', {class: 'thread-about'}, element('time', {datetime: thread.updated_at, text: since(thread.updated_at)}), thread.folder ? element('span', {class: 'thread-folder', text: thread.folder}) : null));
    const remove = button('✕', {class: 'remove', 'aria-label': t('deleteTitle', {title}), title: t('delete')}, () => ask(true));
    const rename = button('✎', {class: 'rename', 'aria-label': t('renameTitle', {title}), title: t('rename')}, () => this.enter(item, '.rename', {label: t('newTitle'), value: thread.title, most: 200}, async (title) => {
      if (!title) return null;
      const changed = await api.changeThread(thread.id, {title});
      this.dispatchEvent(new CustomEvent('renamed', {bubbles: true, detail: {id: thread.id, title}}));
      return {...thread, ...changed};
    }, thread));
    const file = button('▤', {class: 'file', 'aria-label': t('folderOfTitle', {title}), title: t('folder')}, () => this.enter(item, '.file', {label: t('folder'), value: thread.folder ?? '', most: 80, list: 'folder-names'}, async (folder) => {
      const changed = await api.changeThread(thread.id, {folder});
      setTimeout(() => this.load());
      return {...thread, ...changed};
    }, thread));
    const pin = button(thread.pinned ? '★' : '☆', {class: 'pin', 'aria-label': t('pinTitle', {title}), 'aria-pressed': String(Boolean(thread.pinned)), title: thread.pinned ? t('unpin') : t('pin')}, async () => {
      try {
        await api.changeThread(thread.id, {pinned: !thread.pinned});
        await this.load();
        this.list.querySelector(`[data-id="${CSS.escape(thread.id)}"] .pin`)?.focus();
      } catch (problem) {
        pin.title = problem.message;
      }
    });
    const tools = element('span', {class: 'thread-tools'}, pin, file, rename, remove);
    const sure = element('span', {class: 'sure', hidden: true}, element('span', {text: t('deleteItForGood')}),
      button(t('delete'), {class: 'link bad'}, async () => {
        try {
          await api.deleteThread(thread.id);
        } catch (problem) {
          if (problem.status !== 404) {
            ask(false);
            return;
          }
        }
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector('a') ?? this.search).focus();
        this.dispatchEvent(new CustomEvent('deleted', {bubbles: true, detail: thread.id}));
      }), button(t('keep'), {class: 'link'}, () => ask(false)));
    const ask = (open) => {
      sure.hidden = !open;
      tools.hidden = open;
      link.hidden = open;
      (open ? sure.querySelector('button') : remove).focus();
    };
    const item = element('li', {'data-id': thread.id, class: thread.pinned ? 'pinned' : null}, link, tools, sure);
    return item;
  }

  /**
   * A field takes the place of a conversation in the list: Enter keeps what it holds, Escape what was there.
   * @param {string} opener what gets the focus afterwards
   * @param {(text: string) => Promise<Object|null>} send gives the conversation as it is then; nothing where the text is none
   */
  enter(item, opener, {label, value, most, list = null}, send, thread) {
    const field = element('input', {type: 'text', class: 'new-title', 'aria-label': label, placeholder: label, maxlength: most, list});
    field.value = value;
    const end = (now) => {
      field.remove();
      const next = this.item(now);
      item.replaceWith(next);
      this.mark(this.current);
      next.querySelector(opener).focus();
    };
    field.addEventListener('keydown', async (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        end(thread);
      } else if (event.key === 'Enter') {
        try {
          const now = await send(field.value.trim());
          if (now) end(now);
        } catch (problem) {
          field.setCustomValidity(problem.message);
          field.reportValidity();
        }
      }
    });
    item.querySelector('a').hidden = true;
    item.querySelector('.thread-tools').hidden = true;
    item.prepend(field);
    field.select();
  }
}

customElements.define('caravan-history', CaravanHistory);
