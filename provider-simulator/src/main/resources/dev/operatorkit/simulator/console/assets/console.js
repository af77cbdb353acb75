// What the pages need beyond htmx: the theme, live updates, copying.
'use strict';

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}

async function copy(button) {
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
  const label = button.textContent;
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = label), 1500);
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-theme-switch]')) turnTheme();
  const button = event.target.closest('[data-copy]');
  if (button) copy(button);
});

// An element with data-live="/a/stream" hears the event `live` when the stream tells that something happened, at most four
// times a second; htmx then fetches its fragment anew (hx-trigger="live").
function listen(element) {
  let pending = false;
  const source = new EventSource(element.dataset.live);
  source.onmessage = () => {
    if (!element.isConnected) return source.close();
    if (pending || element.dataset.paused === 'true') return;
    pending = true;
    setTimeout(() => {
      pending = false;
      element.dispatchEvent(new Event('live'));
    }, 250);
  };
}
document.querySelectorAll('[data-live]').forEach(listen);

document.addEventListener('change', (event) => {
  const pause = event.target.closest('[data-pauses]');
  if (pause) document.querySelector(pause.dataset.pauses).dataset.paused = pause.checked;
});
