/** The list of earlier conversations. */
import * as api from './api.js';
import {element} from './dom.js';

const byId = (id) => document.getElementById(id);

export class Past {
  /** @param {(threadId: string) => void} onDeleted called when the conversation is gone */
  constructor(onDeleted) {
    this.onDeleted = onDeleted;
    this.page = 0;
    this.current = '';
    this.wanted = 0;
    byId('search').addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.load(), 200);
    });
    byId('more-threads').addEventListener('click', () => this.load(this.page + 1));
    byId('show-past').addEventListener('click', () => this.open(!byId('past').classList.contains('open')));
    byId('threads').addEventListener('click', (event) => event.target.matches('a') && this.open(false));
    byId('past').addEventListener('keydown', (event) => event.key === 'Escape' && this.open(false));
  }

  open(open) {
    byId('past').classList.toggle('open', open);
    byId('show-past').setAttribute('aria-expanded', String(open));
  }

  /** Marks the conversation that is shown. */
  mark(threadId) {
    this.current = threadId;
    for (const item of byId('threads').children) {
      if (item.dataset.id === threadId) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    }
  }

  /** Reads a page; the first one replaces what is shown. */
  async load(page = 0) {
    const wanted = ++this.wanted;
    let found;
    try {
      found = await api.threads(page, byId('search').value);
    } catch {
      found = {threads: [], total: 0};
    }
    // a slower answer to an earlier search comes too late
    if (wanted !== this.wanted) return;
    this.page = page;
    if (page === 0) byId('threads').replaceChildren();
    byId('threads').append(...found.threads.map((thread) => this.item(thread)));
    byId('no-threads').hidden = found.total > 0;
    byId('no-threads').textContent = byId('search').value ? 'No conversation has these words.' : 'Nothing asked yet.';
    byId('more-threads').hidden = byId('threads').children.length >= found.total;
    this.mark(this.current);
  }

  item(thread) {
    const remove = element('button', {type: 'button', text: '✕', 'aria-label': `Delete: ${thread.title}`, title: 'Delete'});
    const item = element('li', {'data-id': thread.id}, element('a', {href: `#${thread.id}`, text: thread.title, title: thread.title}), remove);
    remove.addEventListener('click', async () => {
      // the first click asks, the second one does it
      if (!remove.classList.contains('sure')) {
        remove.classList.add('sure');
        remove.textContent = 'Delete?';
        return;
      }
      await api.deleteThread(thread.id).catch(() => null);
      item.remove();
      this.onDeleted(thread.id);
    });
    remove.addEventListener('blur', () => {
      remove.classList.remove('sure');
      remove.textContent = '✕';
    });
    return item;
  }
}
