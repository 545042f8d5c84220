/** Small choices that the browser keeps for this person; where it keeps nothing, the page works without. */
const PREFIX = 'caravan.';

function read(store, name, otherwise) {
  try {
    return store()?.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(store, name, value) {
  try {
    if (value === '') store().removeItem(PREFIX + name);
    else store().setItem(PREFIX + name, value);
  } catch {
    // private windows may refuse, and a full store does
  }
}

const all = () => localStorage;
/** What ends with the window, and outlives a reload. */
const here = () => sessionStorage;

export const kept = (name, otherwise = '') => read(all, name, otherwise);
export const keep = (name, value) => write(all, name, value);
export const keptHere = (name, otherwise = '') => read(here, name, otherwise);
/** An empty value takes away what was kept. */
export const keepHere = (name, value) => write(here, name, value);
