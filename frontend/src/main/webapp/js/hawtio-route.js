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
    } else if (camel && !led && !location.pathname.includes('/hawtio/camel')) {
      led = true;
      camel.click();
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {childList: true, subtree: true});
}

// Hawtio shows the source of a route in the editor Monaco, which it would fetch from another server unless one is there already.
// This one shows text and does nothing else.
const nothing = () => ({dispose() {}});
const part = (known) => new Proxy(known, {get: (target, name) => target[name] ?? (name === 'then' ? undefined : nothing)});

window.monaco = part({
  Uri: {parse: (path) => path},
  languages: part({}),
  editor: part({
    EditorOption: {},
    getModel: () => null,
    createModel: (text) => part({getValue: () => text}),
    create(place, {model}) {
      const shown = document.createElement('pre');
      shown.className = 'monaco-editor';
      shown.style.cssText = 'height: 100%; overflow: auto; padding: 1rem; font-family: monospace';
      shown.textContent = model.getValue();
      place.append(shown);
      return part({
        getModel: () => model,
        getOption: () => true,
        getValue: () => shown.textContent,
        setValue: (text) => { shown.textContent = text; },
        dispose: () => shown.remove(),
      });
    },
  }),
});
