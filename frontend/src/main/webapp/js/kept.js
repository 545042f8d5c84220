/** Small choices that the browser keeps for this person; where it keeps nothing, the page works without. */
const PREFIX = 'caravan.';

export function kept(name, otherwise = '') {
  try {
    return localStorage.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // private windows may refuse
  }
}
