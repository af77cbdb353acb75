// What the pages need beyond htmx: the theme, live updates, clocks, copying, and words when something does not work.
'use strict';

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}

async function copy(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Mark it and copy by hand';
  }
  setTimeout(() => (button.textContent = label), 1500);
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-theme-switch]')) turnTheme();
  const button = event.target.closest('[data-copy]');
  if (button) copy(button);
});

// Live updates. An element with data-live="/a/stream" hears the event `live` when the stream tells that something happened,
// at most four times a second; htmx then fetches its fragment anew (hx-trigger="live"). One stream for each address, closed
// when the page that wanted it has gone: a browser grants few connections to one host.
const streams = new Map();
const wanting = (address) => document.querySelectorAll(`[data-live="${address}"]`);

function open(address) {
  const source = new EventSource(address);
  let pending = false;
  source.onmessage = () => {
    if (pending) return;
    pending = true;
    setTimeout(() => {
      pending = false;
      wanting(address).forEach(refresh);
    }, 250);
  };
  streams.set(address, source);
}

/** What somebody is typing, or has stopped to look at, is not replaced under their hands. */
const inUse = (element) =>
  element.dataset.paused === 'true' ||
  [...element.querySelectorAll('input, textarea')].some((field) => field === document.activeElement || field.value !== field.defaultValue);

function refresh(element) {
  if (!inUse(element)) element.dispatchEvent(new Event('live'));
}

function keepStreams() {
  const wanted = new Set(document.hidden ? [] : [...document.querySelectorAll('[data-live]')].map((element) => element.dataset.live));
  for (const [address, source] of streams) {
    if (wanted.has(address)) continue;
    source.close();
    streams.delete(address);
  }
  wanted.forEach((address) => streams.has(address) || open(address));
}

document.addEventListener('visibilitychange', () => {
  keepStreams();
  if (!document.hidden) document.querySelectorAll('[data-live]').forEach(refresh);
});
document.addEventListener('htmx:historyRestore', keepStreams);
document.addEventListener('htmx:afterSettle', (event) => {
  keepStreams();
  scrollToEnds();
  // A new page was put in place of the old one: say so to those who hear it, unless htmx found the button again.
  if (event.detail.requestConfig?.boosted && document.activeElement === document.body) {
    document.querySelector('main')?.focus({preventScroll: true});
  }
});

document.addEventListener('change', (event) => {
  const pause = event.target.closest('[data-pauses]');
  if (!pause) return;
  const element = document.querySelector(pause.dataset.pauses);
  element.dataset.paused = pause.checked;
  refresh(element);
});

// Clocks go on: the simulator's own, and how long it is until the next attempt. Both were drawn some seconds ago.
function tick() {
  const now = Date.now();
  for (const element of document.querySelectorAll('[data-clock], [data-in]')) {
    element.drawnAt ??= now;
    const seconds = Math.floor((now - element.drawnAt) / 1000);
    if (element.dataset.clock) {
      element.textContent = new Date(Date.parse(element.dataset.clock) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ') + 'Z';
    } else {
      element.textContent = span(Math.max(0, Number(element.dataset.in) - seconds));
    }
  }
}

const span = (s) => (s <= 0 ? 'now' : s < 60 ? `in ${s} s` : s < 3600 ? `in ${Math.floor(s / 60)} min ${s % 60} s` : `in ${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`);

// A log stays at its newest line.
function scrollToEnds() {
  document.querySelectorAll('[data-at-end]').forEach((element) => (element.scrollTop = element.scrollHeight));
}

// What htmx would keep to itself: no answer, or one that is no page (the gate's, after the simulator was started anew).
function say(words) {
  const notice = document.querySelector('[data-notice]');
  notice.textContent = words;
  notice.hidden = false;
}
document.addEventListener('htmx:sendError', () => say('The simulator does not answer. Is it still running?'));
document.addEventListener('htmx:beforeSwap', (event) => {
  const answer = event.detail.xhr;
  if ((answer.getResponseHeader('Content-Type') ?? '').startsWith('text/html')) return;
  event.detail.shouldSwap = false;
  const refused = answer.status === 403;
  say(refused ? 'The simulator was started anew since this page was drawn. Load it again, then repeat what you did.' : `The simulator answered ${answer.status}.`);
});

keepStreams();
scrollToEnds();
setInterval(tick, 1000);
