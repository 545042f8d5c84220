// Before anything is painted, so that nobody who chose dark sees a flash of white; therefore no module.
try {
  const chosen = localStorage.getItem('caravan.theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {
  // a browser that keeps nothing follows the system
}
