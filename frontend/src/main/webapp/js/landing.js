/** The landing page: a question leads to a new conversation that asks it at once. */
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {chosen, dataLine, offer, tiles} from './workspaces.js';

const byId = (id) => document.getElementById(id);
let workspace = null;
const go = (question) => { location.href = `${base}chat?${new URLSearchParams({...(workspace && {workspace: workspace.name}), q: question})}`; };

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  const question = byId('question').value.trim();
  if (question) go(question);
});

async function begin() {
  try {
    const all = await api.workspaces();
    let status = null;
    const tell = () => {
      const {nodes, title} = dataLine(status, workspace);
      byId('data-line').replaceChildren(...nodes, element('span', {text: `Answered by the ${status.model}.`}));
      byId('data-line').title = title;
    };
    const show = (entered) => {
      workspace = entered;
      tiles(byId('examples'), workspace, go);
      if (status) tell();
    };
    offer(byId('workspace'), all, show);
    show(chosen(all));
    status = await api.status();
    tell();
    byId('versions').textContent = `Version ${status.versions.caravan}.`;
  } catch {
    byId('data-line').textContent = 'The server does not answer at the moment.';
  }
}
begin();
