/** The landing page: a question leads to a new conversation that asks it at once. */
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {chosen, dataLine, offer, tiles} from './workspaces.js';

const byId = (id) => document.getElementById(id);
const go = (question) => { location.href = `${base}chat?q=${encodeURIComponent(question)}`; };

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  const question = byId('question').value.trim();
  if (question) go(question);
});

async function begin() {
  try {
    const all = await api.workspaces();
    const show = (workspace) => tiles(byId('examples'), workspace, go);
    offer(byId('workspace'), all, show);
    show(chosen(all));
    const status = await api.status();
    const {nodes, title} = dataLine(status);
    byId('data-line').replaceChildren(...nodes, element('span', {text: `Answered by the ${status.model}.`}));
    byId('data-line').title = title;
    byId('versions').textContent = `Version ${status.versions.caravan}.`;
  } catch {
    byId('data-line').textContent = 'The server does not answer at the moment.';
  }
}
begin();
