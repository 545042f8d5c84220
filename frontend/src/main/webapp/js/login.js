/** The login page; afterwards the page that was asked for. */
import {texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {form} from './account-form.js';

const t = await texts('work');

const main = document.getElementById('main');

/** What a person can do, by what the server says in the address. */
const REFUSED = {
  state: t('thisLoginDidNotBegin'),
  denied: t('theIdentityProviderDidNot'),
  code: t('theIdentityProviderDoesNot'),
  token: t('whatTheIdentityProviderAnswered'),
  issuer: t('theIdentityProviderDoesNot2'),
  role: t('yourAccountHasNoRole'),
  claim: t('theIdentityProviderSaysToo'),
  name: t('somebodyElseOfThisServer'),
  disabled: t('anAdministratorOfThisServer'),
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
  main.replaceChildren(element('h1', {text: t('logIn')}),
    ...(asked.has('refused') ? [element('p', {class: 'degraded', role: 'alert', text: REFUSED[asked.get('refused')] ?? t('theLoginDidNotCome')})] : []),
    element('p', {}, element('a', {class: 'primary', href: way, text: t('signInWithProvider', {provider})})));
} else {
  main.replaceChildren(element('h1', {text: t('logIn')}), form([
    {name: 'name', label: t('name'), autocomplete: 'username'},
    {name: 'password', label: t('password'), type: 'password', autocomplete: 'current-password'},
  ], t('logIn'), async ({name, password}) => {
    const {password_to_change: change} = await api.login(name, password);
    location.href = change ? `${base}account` : next();
  }));
  main.querySelector('input').focus();
}
