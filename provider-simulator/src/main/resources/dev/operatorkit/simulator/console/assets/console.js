// What the pages need beyond htmx: the theme, live updates, copying.
'use strict';

const theme = {
  get: () => localStorage.getItem('theme'),
  show(value) {
    if (value) document.documentElement.dataset.theme = value;
  },
  turn() {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    const next = dark ? 'light' : 'dark';
    localStorage.setItem('theme', next);
    theme.show(next);
  },
};
theme.show(theme.get());

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-theme-switch]')) theme.turn();
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    navigator.clipboard.writeText(document.querySelector(copy.dataset.copy).textContent.trim());
    copy.textContent = 'Copied';
  }
});

// A page that says data-live="/some/stream" asks for its own fragment anew whenever the stream tells that something happened.
for (const element of document.querySelectorAll('[data-live]')) {
  let pending = false;
  const source = new EventSource(element.dataset.live);
  source.onmessage = () => {
    if (pending) return;
    pending = true;
    setTimeout(() => {
      pending = false;
      element.dispatchEvent(new Event('live'));
    }, 250);
  };
}
