/** The account page: password, tokens, and users for those who manage them. */
import {language, texts} from './language.js';
import './theme.js';
import * as api from './api.js';
import {form} from './account-form.js';
import {base, button, element} from './dom.js';

const t = await texts('work');

const main = document.getElementById('main');
const ROLES = ['asker', 'editor', 'operator', 'administrator'];
const card = (title, ...children) => element('section', {class: 'tile-card'}, element('h2', {text: title}), ...children);
const day = (time) => new Date(time).toLocaleDateString(language, {dateStyle: 'medium'});
const words = (text) => text.split(/[\s,]+/).filter(Boolean);

const table = (name, heads, rows) => element('div', {class: 'table', tabindex: 0, role: 'region', 'aria-label': name}, element('table', {},
  element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', {scope: 'col', text})))),
  element('tbody', {}, ...rows)));
const row = (head, ...cells) => element('tr', {}, element('th', {scope: 'row', text: head}), ...cells.map((cell) => element('td', {}, cell)));

const passwordCard = () => card(t('password'), form([
  {name: 'password', label: t('presentPassword'), type: 'password', autocomplete: 'current-password'},
  {name: 'wanted', label: t('newPassword12CharactersAt'), type: 'password', autocomplete: 'new-password', minlength: 12},
], t('change'), async ({password, wanted}) => {
  await api.changePassword(password, wanted);
  location.href = `${base}login`;
}));

async function tokensCard(permissions) {
  const scopes = permissions.filter((permission) => permission !== 'administer');
  const list = element('div', {});
  const refresh = async () => {
    const tokens = await api.tokens();
    list.replaceChildren(tokens.length ? table(t('tokens'), [t('name'), t('may'), t('until'), ''], tokens.map(({id, name, scopes: may, expires_at: until}) =>
      row(name, may.join(', '), day(until), button(t('takeBack'), {class: 'quiet', 'aria-label': t('takeNameBack', {name})}, async () => { await api.revokeToken(id); refresh(); })))) : element('p', {class: 'hint', text: t('thereAreNone')}));
  };
  await refresh();
  return card(t('tokensForPrograms'), list, form([
    {name: 'name', label: t('whatItIsFor')},
    {name: 'scopes', label: t('whatItMaySomeOf', {scopes: scopes.join(', ')}), value: scopes.includes('ask') ? 'read ask' : scopes[0]},
    {name: 'days', label: t('forHowManyDays'), type: 'number', min: 1, max: 3650, value: 90},
  ], t('makeAToken'), async ({name, scopes: may, days}) => {
    const {token} = await api.makeToken(name, words(may), Number(days));
    await refresh();
    return t('copyItNowItIs', {token});
  }));
}

/** @param {boolean} keptHere whether users are added here */
async function usersCard(keptHere) {
  const list = element('div', {});
  const refresh = async () => list.replaceChildren(table(t('users'), [t('name'), t('tenant'), t('roles'), ''], (await api.users()).map(({name, tenant, roles, disabled}) =>
    row(name, tenant, roles.join(', '), element('span', {},
      button(disabled ? t('letIn') : t('lockOut'), {class: 'quiet', 'aria-label': t(disabled ? 'letNameIn' : 'lockNameOut', {name})}, () => change(() => api.changeUser(name, {disabled: !disabled}))),
      button(t('remove'), {class: 'quiet', 'aria-label': t('removeName', {name})}, () => confirm(t('removeNameWithAllConversations', {name})) && change(() => api.removeUser(name))))))));
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
  return card(t('users'), list, told, ...(keptHere ? [form([
    {name: 'name', label: t('name'), autocomplete: 'off'},
    {name: 'tenant', label: t('tenant'), value: 'everybody', autocomplete: 'off'},
    {name: 'roles', label: t('rolesSomeOfRoles', {roles: ROLES.join(', ')}), value: 'asker'},
    {name: 'password', label: t('passwordForTheFirstLogin'), type: 'password', autocomplete: 'new-password', minlength: 12},
  ], t('addAUser'), async ({roles, ...user}) => {
    await api.addUser({...user, roles: words(roles)});
    await refresh();
    return t('nameIsAddedAndHas', {name: user.name});
  })] : []));
}

try {
  const who = await api.session();
  if (who.login === 'none') {
    main.replaceChildren(element('h1', {text: t('yourAccount')}), element('p', {text: t('nobodyLogsInToThis')}));
  } else {
    const keptHere = who.login === 'local';
    const cards = keptHere ? [passwordCard()] : [];
    if (!who.password_to_change) {
      cards.push(await tokensCard(who.permissions));
      if (who.permissions.includes('administer')) cards.push(await usersCard(keptHere));
    }
    main.replaceChildren(element('h1', {text: t('yourAccount')}),
      element('p', {}, t('youAreNameOfTenant', {name: who.name, tenant: who.tenant, roles: who.roles.join(', ')}), button(t('logOut'), {class: 'quiet'}, async () => { await api.logout(); location.href = `${base}login`; })),
      ...(who.password_to_change ? [element('p', {class: 'degraded', role: 'alert', text: t('somebodyElseHasChosenYour')})] : []),
      element('div', {class: 'cards-grid'}, ...cards));
  }
} catch (problem) {
  main.replaceChildren(element('h1', {text: t('yourAccount')}), element('p', {class: 'degraded', role: 'alert', text: problem.message}));
}
