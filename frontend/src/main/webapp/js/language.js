/** What the page says, in the language it was served in: one file for each language and part of the page, below `texts/`. */
/** Where the application lives, as in dom.js, which needs this file. */
const base = new URL('../', import.meta.url).pathname;

export const {lang: language} = document.documentElement;
const plural = new Intl.PluralRules(language);
const files = new Map();

/** The file of a part; all that need it wait for the same. */
async function file(part) {
  const response = await fetch(`${base}texts/${language}/${part}.json`);
  if (!response.ok) throw new Error(`texts/${language}/${part}.json: ${response.status}`);
  return response.json();
}

const written = (value) => (typeof value === 'number' ? value.toLocaleString(language) : String(value));

/**
 * The texts of a part of the page: `t('rows', {n: 3})` is the text of that key with the value in the place of `{n}`. One that
 * differs for one and many has a form for each, chosen by `n`.
 * @param {'common'|'chat'|'work'} part what every page needs, what shows answers, or everything else
 * @returns {Promise<(key: string, values?: Object) => string>}
 */
export async function texts(part) {
  if (!files.has(part)) files.set(part, file(part));
  const all = await files.get(part);
  return (key, values = {}) => {
    const text = typeof all[key] === 'object' ? all[key][plural.select(values.n)] ?? all[key].other : all[key];
    return text.replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
  };
}

document.addEventListener('click', (event) => {
  const chosen = event.target.closest?.('[data-language]');
  if (!chosen) return;
  document.cookie = `caravan.language=${chosen.dataset.language}; Path=${base}; Max-Age=31536000; SameSite=Lax`;
  location.reload();
});
