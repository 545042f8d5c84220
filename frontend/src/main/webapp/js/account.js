/** The account page: password, tokens, and users for those who manage them. */
import './theme.js';
import * as api from './api.js';
import {form} from './account-form.js';
import {base, button, element} from './dom.js';

const main = document.getElementById('main');
const ROLES = ['asker', 'editor', 'operator', 'administrator'];
const card = (title, ...children) => element('section', {class: 'tile-card'}, element('h2', {text: title}), ...children);
const day = (time) => new Date(time).toLocaleDateString('en', {dateStyle: 'medium'});
const words = (text) => text.split(/[\s,]+/).filter(Boolean);

const table = (name, heads, rows) => element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': name}, element('table', {},
  element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', {scope: 'col', text})))),
  element('tbody', {}, ...rows)));
const row = (head, ...cells) => element('tr', {}, element('th', {scope: 'row', text: head}), ...cells.map((cell) => element('td', {}, cell)));

const passwordCard = () => card('Password', form([
  {name: 'password', label: 'Present password', type: 'password', autocomplete: 'current-password'},
  {name: 'wanted', label: 'New password, 12 characters at least', type: 'password', autocomplete: 'new-password', minlength: 12},
], 'Change', async ({password, wanted}) => {
  await api.changePassword(password, wanted);
  location.href = `${base}login`;
}));

async function tokensCard(permissions) {
  const scopes = permissions.filter((permission) => permission !== 'administer');
  const list = element('div', {});
  const refresh = async () => {
    const tokens = await api.tokens();
    list.replaceChildren(tokens.length ? table('Tokens', ['Name', 'May', 'Until', ''], tokens.map(({id, name, scopes: may, expires_at: until}) =>
      row(name, may.join(', '), day(until), button('Take back', {class: 'quiet', 'aria-label': `Take ${name} back`}, async () => { await api.revokeToken(id); refresh(); })))) : element('p', {class: 'hint', text: 'There are none.'}));
  };
  await refresh();
  return card('Tokens for programs', list, form([
    {name: 'name', label: 'What it is for'},
    {name: 'scopes', label: `What it may: some of ${scopes.join(', ')}`, value: scopes.includes('ask') ? 'read ask' : scopes[0]},
    {name: 'days', label: 'For how many days', type: 'number', min: 1, max: 3650, value: 90},
  ], 'Make a token', async ({name, scopes: may, days}) => {
    const {token} = await api.makeToken(name, words(may), Number(days));
    await refresh();
    return `Copy it now, it is not shown again: ${token}`;
  }));
}

/** @param {boolean} keptHere whether users are added here */
async function usersCard(keptHere) {
  const list = element('div', {});
  const refresh = async () => list.replaceChildren(table('Users', ['Name', 'Tenant', 'Roles', ''], (await api.users()).map(({name, tenant, roles, disabled}) =>
    row(name, tenant, roles.join(', '), element('span', {},
      button(disabled ? 'Let in' : 'Lock out', {class: 'quiet', 'aria-label': `${disabled ? 'Let' : 'Lock'} ${name} ${disabled ? 'in' : 'out'}`}, () => change(() => api.changeUser(name, {disabled: !disabled}))),
      button('Remove', {class: 'quiet', 'aria-label': `Remove ${name}`}, () => confirm(`Remove ${name} with all conversations?`) && change(() => api.removeUser(name))))))));
  const told = element('p', {class: 'hint', role: 'alert'});
  const change = async (send) => {
    told.textContent = '';
    try {
      await send();
      await refresh();
    } catch (problem) {
      told.textContent = problem.message;
    }
  };
  await refresh();
  return card('Users', list, told, ...(keptHere ? [form([
    {name: 'name', label: 'Name', autocomplete: 'off'},
    {name: 'tenant', label: 'Tenant', value: 'everybody', autocomplete: 'off'},
    {name: 'roles', label: `Roles: some of ${ROLES.join(', ')}`, value: 'asker'},
    {name: 'password', label: 'Password for the first login', type: 'password', autocomplete: 'new-password', minlength: 12},
  ], 'Add a user', async ({roles, ...user}) => {
    await api.addUser({...user, roles: words(roles)});
    await refresh();
    return `${user.name} is added, and has to change the password at the first login.`;
  })] : []));
}

try {
  const who = await api.session();
  if (who.login === 'none') {
    main.replaceChildren(element('h1', {text: 'Your account'}), element('p', {text: 'Nobody logs in to this server, so there are no accounts.'}));
  } else {
    const keptHere = who.login === 'local';
    const cards = keptHere ? [passwordCard()] : [];
    if (!who.password_to_change) {
      cards.push(await tokensCard(who.permissions));
      if (who.permissions.includes('administer')) cards.push(await usersCard(keptHere));
    }
    main.replaceChildren(element('h1', {text: 'Your account'}),
      element('p', {}, `You are ${who.name} of ${who.tenant}: ${who.roles.join(', ')}. `, button('Log out', {class: 'quiet'}, async () => { await api.logout(); location.href = `${base}login`; })),
      ...(who.password_to_change ? [element('p', {class: 'degraded', role: 'alert', text: 'Somebody else has chosen your password. Change it first.'})] : []),
      element('div', {class: 'cards-grid'}, ...cards));
  }
} catch (problem) {
  main.replaceChildren(element('h1', {text: 'Your account'}), element('p', {class: 'degraded', role: 'alert', text: problem.message}));
}
