/** The login page; afterwards the page that was asked for. */
import './theme.js';
import * as api from './api.js';
import {base, element} from './dom.js';
import {form} from './account-form.js';

const main = document.getElementById('main');

/** An address of this application and of no other. */
function next() {
  const wanted = new URL(base + (new URLSearchParams(location.search).get('next') ?? ''), location.origin);
  return wanted.origin === location.origin && wanted.pathname.startsWith(base) && !wanted.pathname.startsWith(`${base}login`) ? wanted.href : base;
}

const {login} = await api.session();
if (login === 'none') {
  location.replace(base);
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
