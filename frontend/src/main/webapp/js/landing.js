/** The landing page: a question leads to a new conversation that asks it at once. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {chosen, dataLine, offer, tiles} from './workspaces.js';

const t = await texts('common');

const byId = (id) => document.getElementById(id);
let shown = '';
let workspace = null;
let may = [];
const go = (question) => { location.href = `${base}chat?${new URLSearchParams({...(workspace && {workspace: workspace.name}), q: question})}`; };

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  const question = byId('question').value.trim();
  if (question) go(question);
});

/** Which data the workspace has, as they are now; where that cannot be told, nothing is. */
async function showData({name, description, model}) {
  shown = name;
  byId('model').hidden = !model || !may.includes('edit');
  byId('model').href = `${base}model/${encodeURIComponent(name)}`;
  const section = byId('data');
  const sets = await api.dataSets(name).catch(() => []);
  if (shown !== name) return;
  section.hidden = !description && !sets.length;
  byId('data-about').textContent = description;
  byId('data-sets').replaceChildren(...sets.map(({label, from, to, counts}) => element('li', {class: 'data-set'},
    element('h3', {text: label.charAt(0).toUpperCase() + label.slice(1)}),
    element('p', {text: t('fromToTo', {from: String(from), to: String(to)})}),
    ...Object.entries(counts).map(([what, count]) => element('p', {title: `${count.toLocaleString(language)} ${what}`, text: `${shortCount(count)} ${what}`})))));
}

const shortCount = (count) => count.toLocaleString(language, count < 1e4 ? {} : {notation: 'compact', maximumSignificantDigits: 3});

async function begin() {
  try {
    // questions are offered even where it cannot be told who asks
    const [all, who] = await Promise.all([api.workspaces(), api.session().catch(() => ({}))]);
    may = who.permissions ?? [];
    byId('tables').hidden = byId('connect').hidden = !may.includes('edit');
    let status = null;
    const tell = () => {
      const {nodes, title} = dataLine(status, workspace);
      byId('data-line').replaceChildren(...nodes, element('span', {text: t('answeredByTheModel', {model: status.model})}));
      byId('data-line').title = title;
    };
    const show = (entered) => {
      workspace = entered;
      tiles(byId('examples'), workspace, go);
      showData(workspace);
      if (status) tell();
    };
    offer(byId('workspace'), all, show);
    show(chosen(all));
    status = await api.status();
    tell();
    byId('versions').textContent = t('versionVersion', {version: status.versions.caravan});
  } catch {
    byId('data-line').textContent = t('theServerDoesNotAnswer');
  }
}
// of use to few, so that it comes when it is wanted
byId('tables').addEventListener('click', async () => (await import('./tables.js')).showTables());
byId('connect').addEventListener('click', async () => (await import('./connect.js')).showConnect());
begin();
