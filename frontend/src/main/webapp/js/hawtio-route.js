// Runs within Hawtio, which has no addresses for routes: /hawtio/camel#route=ID chooses that route in its tree, after the login
// where one is needed (a redirect to it keeps this part of an address and no other). Hawtio loads it as a plugin, in the form that
// its bundler makes, which is no module.
window.caravan = {
  init() {},
  get: async () => () => ({plugin: chooseRoute}),
};

function chooseRoute() {
  const key = 'caravan.route';
  const asked = new URLSearchParams(location.hash.slice(1)).get('route');
  if (asked) sessionStorage.setItem(key, asked);
  const wanted = sessionStorage.getItem(key);
  if (!wanted) return;
  let led = false;
  const look = () => {
    const node = [...document.querySelectorAll('[class*="tree-view__node"]')].find((one) => one.textContent.trim() === wanted);
    const camel = document.querySelector('nav a[href$="/hawtio/camel"]');
    if (node) {
      watch.disconnect();
      sessionStorage.removeItem(key);
      node.click();
      node.scrollIntoView({block: 'center'});
    } else if (camel && !led && !location.pathname.includes('/hawtio/camel')) {
      led = true;
      camel.click();
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {childList: true, subtree: true});
}
