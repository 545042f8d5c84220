/** The report of a research as a page: /report/{turn}, and /report/shared/{token} for those it was shared with. */
import './theme.js';
import * as api from './api.js';
import {base, button, copy, element, nothing} from './dom.js';
import {fileLinks, reportView} from './research.js';
import {textsOf} from './texts.js';

const main = document.getElementById('main');
const [first, token] = location.pathname.slice(`${base}report/`.length).split('/').map(decodeURIComponent);
const shared = first === 'shared';
const texts = () => textsOf(navigator.language.slice(0, 2));
try {
  const turn = shared ? await api.shared(token) : await api.turn(first);
  const report = turn.evidence?.find(({type}) => type === 'research');
  if (!report) throw Object.assign(new Error(texts().none), {status: 404});
  const said = textsOf(report.language);
  const share = shared ? null : button(said.share, {class: 'quiet share'}, async () => {
    try {
      const address = new URL(`${base}report/shared/${(await api.share(first)).token}`, location.href).href;
      copy(address, share);
      tools.nextElementSibling.replaceChildren(said.sharedAs, element('a', {href: address, text: address}));
    } catch (problem) {
      share.textContent = problem.message;
    }
  });
  const tools = element('p', {class: 'below report-tools'}, ...fileLinks(`${base}api/${shared ? `shares/${encodeURIComponent(token)}` : `turns/${encodeURIComponent(first)}`}`),
    button(said.print, {class: 'quiet'}, () => window.print()), share,
    shared ? null : element('a', {class: 'quiet', href: `${base}chat/${turn.thread_id}`, text: said.conversation}));
  document.documentElement.lang = report.language;
  document.title = `${report.title} – Caravan`;
  main.replaceChildren(tools, element('p', {class: 'shared', role: 'status'}), reportView(report));
  const place = location.hash && document.getElementById(location.hash.slice(1));
  if (place) place.scrollIntoView();
} catch (problem) {
  main.replaceChildren(...problem.status === 404 ? nothing(texts().none, texts().noneText) : nothing(texts().unshown, problem.message));
}
