/** `<dialog class="viewer">`: a page of a document as it was printed, with the places that an answer cites marked on it. */
import * as api from './api.js';
import {base, button, element} from './dom.js';
import {texts} from './language.js';

const t = await texts('work');

/** Space around a marked place, in points of the page. */
const MARGIN = 3;

/**
 * Shows a citation; the others are a step away.
 * @param {string} workspace
 * @param {{number: number, document: string, title: string, page: number, block: number, box: number[], text: string}[]} citations
 * @param {number} number of the one to begin with
 */
export function showCitation(workspace, citations, number) {
  const viewer = new Viewer(workspace, citations);
  viewer.cite(citations.findIndex((each) => each.number === number));
}

/** Shows a document without a citation. */
export function showPage(workspace, document, page) {
  new Viewer(workspace, []).turn(document, page);
}

class Viewer {
  constructor(workspace, citations) {
    this.workspace = workspace;
    this.citations = citations;
    this.title = element('h2', {class: 'viewer-title'});
    this.place = element('span', {class: 'viewer-place', role: 'status'});
    this.quote = element('p', {class: 'viewer-quote'});
    this.page = element('div', {class: 'viewer-page', tabindex: 0, role: 'region', 'aria-label': t('page')});
    const step = (text, label, act) => button(text, {class: 'icon', 'aria-label': label, title: label}, act);
    this.back = step('‹', t('pageBefore'), () => this.turn(this.document, this.number - 1));
    this.on = step('›', t('nextPage'), () => this.turn(this.document, this.number + 1));
    this.former = button(t('citationBefore'), {class: 'quiet'}, () => this.cite(this.index - 1));
    this.next = button(t('nextCitation'), {class: 'quiet'}, () => this.cite(this.index + 1));
    this.dialog = element('dialog', {class: 'viewer', 'aria-label': t('source')},
      element('header', {class: 'viewer-head'}, this.title, step('✕', t('close'), () => this.dialog.close())),
      this.quote,
      this.page,
      element('footer', {class: 'viewer-foot'},
        element('span', {class: 'viewer-pages'}, this.back, this.place, this.on),
        citations.length > 1 ? element('span', {class: 'viewer-cites'}, this.former, this.next) : null));
    this.dialog.addEventListener('close', () => this.dialog.remove());
    this.dialog.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowRight' && !this.on.disabled) this.on.click();
      if (event.key === 'ArrowLeft' && !this.back.disabled) this.back.click();
    });
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /** The place of a citation. */
  cite(index) {
    this.index = index;
    this.former.disabled = index <= 0;
    this.next.disabled = index >= this.citations.length - 1;
    const {number, document, page, text} = this.citations[index];
    this.quote.textContent = `[${number}] ${text}`;
    return this.turn(document, page);
  }

  async turn(document, number) {
    this.document = document;
    this.number = number;
    this.place.textContent = t('pageNumber', {number});
    this.page.setAttribute('aria-busy', 'true');
    this.back.disabled = true;
    this.on.disabled = true;
    let page;
    try {
      page = await api.documentPage(this.workspace, document, number);
    } catch (problem) {
      this.page.replaceChildren(element('p', {class: 'viewer-note', text: problem.message}));
      return;
    } finally {
      this.page.removeAttribute('aria-busy');
    }
    // another page was asked for meanwhile
    if (this.document !== document || this.number !== number) return;
    this.title.textContent = page.title;
    this.place.textContent = t('pageNumberOfPages', {number, pages: page.pages});
    this.back.disabled = number <= 1;
    this.on.disabled = number >= page.pages;
    const here = this.citations.filter((each) => each.document === document && each.page === number);
    this.page.replaceChildren(...(page.note ? [element('p', {class: 'viewer-note', text: page.note})] : []),
      page.picture ? this.picture(page, here) : this.words(page, here));
    this.page.querySelector('mark.meant')?.scrollIntoView({block: 'center'});
  }

  isMeant(citation) {
    return this.citations[this.index] === citation;
  }

  picture(page, here) {
    const {width, height} = page;
    const sheet = element('div', {class: 'viewer-sheet'});
    sheet.style.aspectRatio = `${width} / ${height}`;
    const image = element('img', {alt: t('pageNumberOfTitle', {number: page.page, title: page.title}),
      src: `${base}${api.documentPath(this.workspace, page.id)}/pages/${page.page}.png`});
    image.addEventListener('error', () => sheet.replaceWith(this.words(page, here)));
    sheet.append(image, ...here.map((citation) => {
      const [x, y, wide, high] = citation.box;
      const mark = element('mark', {class: this.isMeant(citation) ? 'meant' : null, title: `[${citation.number}]`, 'data-citation': citation.number});
      mark.style.left = `${(100 * (x - MARGIN)) / width}%`;
      mark.style.top = `${(100 * (y - MARGIN)) / height}%`;
      mark.style.width = `${(100 * (wide + 2 * MARGIN)) / width}%`;
      mark.style.height = `${(100 * (high + 2 * MARGIN)) / height}%`;
      return mark;
    }));
    return sheet;
  }

  /** The text of a page of which there is no picture. */
  words(page, here) {
    return element('div', {class: 'viewer-words'}, ...page.blocks.map((block) => {
      const cited = here.find((each) => each.block === block.number);
      const text = cited ? element('mark', {class: this.isMeant(cited) ? 'meant' : null, 'data-citation': cited.number, text: block.text}) : block.text;
      return element(block.kind === 'heading' ? 'h3' : 'p', {}, text);
    }));
  }
}
