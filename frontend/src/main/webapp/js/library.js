/** `<dialog class="library">`: the documents of a workspace; files are added and taken away here. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {texts} from './language.js';
import {showPage} from './viewer.js';

const t = await texts('work');

/** Shows the documents of a workspace. */
export function showLibrary(workspace) {
  const list = element('ul', {class: 'library-list'});
  const told = element('ul', {class: 'library-told', role: 'status', 'aria-live': 'polite'});
  const input = element('input', {type: 'file', id: 'library-files', multiple: true, accept: '.pdf,.docx,.html,.htm,.md,.txt'});
  const search = element('input', {type: 'search', class: 'library-search', placeholder: t('findADocument'), 'aria-label': t('findADocument')});
  const close = button('✕', {class: 'icon', 'aria-label': t('close')}, () => dialog.close());
  const dialog = element('dialog', {class: 'library', 'aria-label': t('documents')},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: t('documentsOfTitle', {title: workspace.title})}), close),
    element('p', {class: 'library-add'}, element('label', {for: 'library-files', text: t('addFilesPdfDocxHtml')}), input),
    told, search, list);
  let documents = [];

  const shown = () => {
    const words = search.value.toLowerCase();
    const found = documents.filter((each) => `${each.title} ${each.file} ${each.kind}`.toLowerCase().includes(words));
    list.replaceChildren(...found.map(item));
    if (!found.length) list.append(element('li', {class: 'hint', text: documents.length ? t('noneIsCalledSo') : t('thereIsNoDocumentYet')}));
  };
  const item = (each) => {
    const remove = button(t('delete'), {class: 'link bad', 'aria-label': t('deleteTitle', {title: each.title})}, async () => {
      if (remove.textContent === t('delete')) {
        remove.textContent = t('reallyDelete');
        return;
      }
      try {
        await api.removeDocument(workspace.name, each.id);
        await load();
      } catch (problem) {
        tell(each.file, problem.message, 'bad');
      }
    });
    return element('li', {'data-document': each.id},
      button(each.title, {class: 'link'}, () => showPage(workspace.name, each.id, 1)),
      element('span', {class: 'hint', text: [each.file, t('pages', {n: each.pages})].join(' · ')}), remove);
  };
  const load = async () => {
    try {
      documents = await api.documents(workspace.name);
      shown();
    } catch (problem) {
      list.replaceChildren(element('li', {class: 'hint', text: problem.message}));
    }
  };
  const tell = (name, text, look) => {
    const line = element('li', {class: look, text: `${name}: ${text}`});
    told.append(line);
    return line;
  };
  input.addEventListener('change', async () => {
    input.disabled = true;
    for (const file of [...input.files]) {
      const line = tell(file.name, t('beingRead'), '');
      try {
        const added = await api.addDocument(workspace.name, file);
        line.textContent = t(added.added ? 'fileAdded' : 'fileThereAlready', {file: file.name, title: added.title, pages: t('pages', {n: added.pages})});
        line.className = 'good';
      } catch (problem) {
        line.textContent = `${file.name}: ${problem.message}`;
        line.className = 'bad';
      }
    }
    input.value = '';
    input.disabled = false;
    load();
  });
  search.addEventListener('input', shown);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  load();
}
