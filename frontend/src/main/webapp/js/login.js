/** The login page; afterwards the page that was asked for. */
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {form} from './account-form.js';

const main = document.getElementById('main');

/** What a person can do, by what the server says in the address. */
const REFUSED = {
  state: 'This login did not begin in this browser, or too long ago. Begin again.',
  denied: 'The identity provider did not let you in.',
  code: 'The identity provider does not know this login any more. Begin again.',
  token: 'What the identity provider answered cannot be trusted. Begin again; if it stays so, tell who runs this server: its log says more.',
  issuer: 'The identity provider does not answer at the moment. Try again in a few seconds.',
  role: 'Your account has no role on this server. Whoever manages the identity provider can give you one.',
  claim: 'The identity provider says too little about you: a name or tenant is missing. Tell who runs this server: its log says which.',
  name: 'Somebody else of this server has your name. An administrator can remove that user.',
  disabled: 'An administrator of this server has locked you out.',
};

/** An address of this application and of no other. */
function next() {
  const wanted = new URL(base + (new URLSearchParams(location.search).get('next') ?? ''), location.origin);
  return wanted.origin === location.origin && wanted.pathname.startsWith(base) && !wanted.pathname.startsWith(`${base}login`) ? wanted.href : base;
}

const {login, provider} = await api.session();
if (login === 'none') {
  location.replace(base);
} else if (login === 'oidc') {
  const asked = new URLSearchParams(location.search);
  const way = `${base}api/session/oidc?${new URLSearchParams({next: next().slice(location.origin.length + base.length)})}`;
  main.replaceChildren(element('h1', {text: 'Log in'}),
    ...(asked.has('refused') ? [element('p', {class: 'degraded', role: 'alert', text: REFUSED[asked.get('refused')] ?? 'The login did not come to its end. Begin again.'})] : []),
    element('p', {}, element('a', {class: 'primary', href: way, text: `Sign in with ${provider}`})));
} else {
  main.replaceChildren(element('h1', {text: 'Log in'}), form([
    {name: 'name', label: 'Name', autocomplete: 'username'},
    {name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password'},
  ], 'Log in', async ({name, password}) => {
    const {password_to_change: change} = await api.login(name, password);
    location.href = change ? `${base}account` : next();
  }));
  main.querySelector('input').focus();
}
