/** `<dialog class="library">`: the documents of a workspace; files are added and taken away here. */
import * as api from './api.js';
import {button, element} from './dom.js';
import {showPage} from './viewer.js';

/** Shows the documents of a workspace. */
export function showLibrary(workspace) {
  const list = element('ul', {class: 'library-list'});
  const told = element('ul', {class: 'library-told', role: 'status', 'aria-live': 'polite'});
  const input = element('input', {type: 'file', id: 'library-files', multiple: true, accept: '.pdf,.docx,.html,.htm,.md,.txt'});
  const search = element('input', {type: 'search', class: 'library-search', placeholder: 'Find a document', 'aria-label': 'Find a document'});
  const close = button('✕', {class: 'icon', 'aria-label': 'Close'}, () => dialog.close());
  const dialog = element('dialog', {class: 'library', 'aria-label': 'Documents'},
    element('header', {class: 'viewer-head'}, element('h2', {class: 'viewer-title', text: `Documents of ${workspace.title}`}), close),
    element('p', {class: 'library-add'}, element('label', {for: 'library-files', text: 'Add files (PDF, DOCX, HTML, Markdown or text): '}), input),
    told, search, list);
  let documents = [];

  const shown = () => {
    const words = search.value.toLowerCase();
    const found = documents.filter((each) => `${each.title} ${each.file} ${each.kind}`.toLowerCase().includes(words));
    list.replaceChildren(...found.map(item));
    if (!found.length) list.append(element('li', {class: 'hint', text: documents.length ? 'None is called so.' : 'There is no document yet.'}));
  };
  const item = (each) => {
    const remove = button('Delete', {class: 'link bad', 'aria-label': `Delete ${each.title}`}, async () => {
      if (remove.textContent === 'Delete') {
        remove.textContent = 'Really delete?';
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
      element('span', {class: 'hint', text: [each.file, `${each.pages} ${each.pages === 1 ? 'page' : 'pages'}`].join(' · ')}), remove);
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
      const line = tell(file.name, 'being read …', '');
      try {
        const added = await api.addDocument(workspace.name, file);
        line.textContent = `${file.name}: ${added.added ? 'added' : 'was there already'} (${added.title}, ${added.pages} ${added.pages === 1 ? 'page' : 'pages'})`;
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
