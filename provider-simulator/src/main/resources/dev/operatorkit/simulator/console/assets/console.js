// Adds to htmx: the theme, live updates, clocks, messages about failed requests, times and copying.
'use strict';

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-theme-switch]')) turnTheme();
});

// Live updates. Every second htmx fetches each element with data-live again, which is replaced if its content has changed.

// What is pressed stays until it is released: a click on an element that was replaced in between is lost.
let pressed = null;
document.addEventListener('pointerdown', (event) => (pressed = event.target));
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(() => (pressed = null)));

/**
 * Returns whether an element is pressed, has selected text or unsaved input or awaits the response to a form in it, so that it must not be
 * replaced: htmx would forget that the form leads to another page, and keep the old address.
 */
const inUse = (element) =>
  element.querySelector('.htmx-request') !== null ||
  element.contains(pressed) ||
  (!getSelection().isCollapsed && element.contains(getSelection().anchorNode)) ||
  [...element.querySelectorAll('input, textarea')].some((field) => field === document.activeElement || field.value !== field.defaultValue);

function refresh(element, event) {
  if (!document.hidden && !element.matches('.htmx-request') && !inUse(element)) element.dispatchEvent(new Event(event));
}

// An invalid field may be far below the top of its page: it gets the focus, and stays in view until the next input.
let wrong;
for (const act of ['pointerdown', 'keydown', 'wheel']) addEventListener(act, () => (wrong = undefined), {passive: true});

function showProblem() {
  wrong = document.querySelector('main [role=alert]:not([data-notice]), main [aria-invalid=true]');
  if (wrong && !wrong.matches('input')) wrong.tabIndex = -1;
  wrong?.focus({preventScroll: true});
}

document.addEventListener('htmx:afterSettle', (event) => {
  const sent = event.detail.requestConfig;
  if (sent?.boosted && sent.verb === 'post') showProblem();
  // Then htmx scrolls to the top, and a card that is loaded later moves what is below it.
  setTimeout(() => wrong?.scrollIntoView({block: 'center'}));
  if (sent?.boosted && document.activeElement === document.body) {
    // Moves the focus to the new page for screen readers, unless htmx found the focused button again.
    document.querySelector('main')?.focus({preventScroll: true});
  }
});

// Explains the chosen option of a select, whose options have no room for it.
document.addEventListener('change', (event) => {
  const select = event.target.closest('select[data-describe]');
  if (select) document.querySelector(select.dataset.describe).textContent = select.selectedOptions[0].dataset.about;
});

// Fetches what is live, and advances the clocks: the simulator's time and the time until each next attempt, both rendered some seconds ago.
function tick() {
  const now = Date.now();
  document.querySelectorAll('[data-live]').forEach((element) => refresh(element, 'live'));
  // Checks a wallet again after the seconds that the server names, or after a response that did not arrive.
  for (const wallet of document.querySelectorAll('[data-wallet]')) {
    const shown = wallet.querySelector('[data-again]') ?? wallet;
    shown.drawnAt ??= now;
    if (now - shown.drawnAt < (shown.dataset.again ?? 3) * 1000) continue;
    shown.drawnAt = now;
    refresh(wallet, 'again');
  }
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

// Reports what htmx ignores: no response, or one that is not a page (such as the admin gate's after a restart). The message goes when the
// element that failed is fetched again.
let failed;
function say(message, element) {
  const notice = document.querySelector('[data-notice]');
  notice.textContent = message;
  notice.hidden = message === '';
  failed = element;
}

document.addEventListener('htmx:sendError', (event) =>
  say('The simulator does not respond. Check that it is still running. This page shows what was known before.', event.detail.requestConfig.elt));
// What was open stays open when it is fetched again. Two concurrent swaps lose an element with hx-preserve.
const opened = new Set();
document.addEventListener('htmx:afterSwap', () => {
  opened.forEach((id) => document.getElementById(id)?.setAttribute('open', ''));
  opened.clear();
});
document.addEventListener('htmx:beforeSwap', (event) => {
  const {target, xhr, requestConfig: {elt, boosted}} = event.detail;
  const isPage = (xhr.getResponseHeader('Content-Type') ?? '').startsWith('text/html');
  if (!isPage || (xhr.status >= 500 && !boosted)) {
    event.detail.shouldSwap = false;
    const refused = xhr.status === 401;
    say(refused ? 'The simulator was restarted after this page was loaded. Open the new link that it printed, or one that “simulator console” prints.' : `Unexpected status ${xhr.status} from the simulator. See its log.`, elt);
    return;
  }
  if (elt === failed) say('');
  // The script advances the time until an attempt.
  const content = xhr.responseText.replace(/ data-in="\d+">[^<]*/g, '');
  if (elt === target && 'live' in target.dataset && (content === target.content || inUse(target))) {
    event.detail.shouldSwap = false;
    return;
  }
  target.content = content;
  target.querySelectorAll('details[open][id]').forEach((details) => opened.add(details.id));
});

setInterval(tick, 1000);

// Adds to the transcript, exchange and round pages: times in the reader's zone, and rows to click.
{
  const format = {year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23', timeZoneName: 'shortOffset'};
  const steps = [[60, 'second', 1], [3600, 'minute', 60], [86400, 'hour', 3600], [Infinity, 'day', 86400]];
  let full, relative;

  function parts(time) {
    // Made on first use, since it takes longer than all the rest of a script: most pages show no time.
    full ??= new Intl.DateTimeFormat(undefined, format);
    const all = Object.fromEntries(full.formatToParts(time).map((part) => [part.type, part.value]));
    return {date: `${all.year}-${all.month}-${all.day}`, clock: `${all.hour}:${all.minute}:${all.second}.${all.fractionalSecond}`, zone: all.timeZoneName};
  }

  function ago(real) {
    const seconds = Math.round((real - Date.now()) / 1000);
    const [, unit, size] = steps.find(([most]) => Math.abs(seconds) < most);
    relative ??= new Intl.RelativeTimeFormat('en', {style: 'short', numeric: 'auto'});
    return relative.format(Math.trunc(seconds / size), unit);
  }

  /** Reads a time in the reader's zone. The title keeps UTC. */
  function read(element) {
    if (element.local) return;
    const at = parts(new Date(element.dateTime));
    element.local = at;
    element.title = `${element.title} · ${at.date} ${at.clock} ${at.zone}`;
  }

  function show(element, isDated) {
    const text = isDated ? `${element.local.date} ${element.local.clock}` : element.local.clock;
    if (element.textContent !== text) element.textContent = text;
    // The simulator's clock may have been moved since, so that its times are days apart for moments that are seconds apart.
    if (element.dataset.real) element.dataset.ago = ago(new Date(element.dataset.real)) + ('moved' in element.dataset ? ' in real time' : '');
  }

  function refreshTimes() {
    const times = [...document.querySelectorAll('time[data-time]')];
    times.forEach(read);
    // A page with a time of another day shows all dates, so that no two rows look like the same day.
    const today = times.length > 0 && parts(new Date()).date;
    const isDated = times.some((element) => element.local.date !== today);
    times.forEach((element) => show(element, isDated));
    const isUtc = new Date().getTimezoneOffset() === 0;
    document.querySelectorAll('[data-zone]').forEach((element) => {
      element.textContent = isUtc ? 'Times are in UTC.' : `Times are in your zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone} (${parts(new Date()).zone}); hover a time for UTC.`;
    });
  }

  document.addEventListener('click', (event) => {
    // An anchor that is followed twice does not change the address.
    if (event.target.closest('a[href^="#"]')) setTimeout(openTarget);
    const row = event.target.closest('[data-row]');
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (row && plain && !event.target.closest('a, button, summary') && getSelection().isCollapsed) row.querySelector('a').click();
  });

  /** Opens what an address points at, since a link may lead to a folded part. */
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    const folded = target?.closest('details:not([open])');
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }

  addEventListener('hashchange', openTarget);
  document.addEventListener('htmx:afterSettle', (event) => event.detail.requestConfig?.boosted && openTarget());
  document.addEventListener('htmx:afterSettle', refreshTimes);
  document.addEventListener('htmx:historyRestore', refreshTimes);
  refreshTimes();
  openTarget();
  setInterval(refreshTimes, 15000);
}

// Copies the text of a button with data-copy, exactly as it was on the wire, and reports it next to the button.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  // A browser lets a page copy only on this machine and over TLS.
  const copied = navigator.clipboard?.writeText(decodeURIComponent(button.dataset.copy)) ?? Promise.reject();
  button.dataset.result = await copied.then(() => 'Copied', () => 'Not copied: select the text and copy it');
  setTimeout(() => delete button.dataset.result, 1500);
});
