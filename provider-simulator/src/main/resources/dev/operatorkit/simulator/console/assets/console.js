// Adds to htmx: the theme, live updates, clocks, messages about failed requests, times, keys, copying, and the wire of a game.
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

// Live updates. An element with data-live="/a/stream" gets the event that its hx-trigger names when the stream reports a change
// (`live`) or that faults were switched on or off (`faults`), at most four times a second; htmx then fetches its fragment again.
// There is one stream per address, closed with the page that needed it, because a browser allows few connections to one host.
const streams = new Map();
const FRAGMENTS = '[data-live], [data-wallet]';
const eventOf = (element) => element.getAttribute('hx-trigger').split(', ').at(-1);

function open(address) {
  const source = new EventSource(address);
  source.changedAt = {};
  for (const [message, event] of [['message', 'live'], ['faults', 'faults']]) {
    let pending = false;
    source.addEventListener(message, () => {
      source.changedAt[event] = performance.now();
      if (pending) return;
      pending = true;
      setTimeout(() => {
        pending = false;
        document.querySelectorAll(`[data-live="${address}"][hx-trigger=${event}]`).forEach(refresh);
      }, 250);
    });
  }
  // A stream that was refused stays closed; one that was lost comes back with the simulator.
  source.onerror = () => source.readyState === EventSource.CLOSED || awaitSimulator();
  streams.set(address, source);
}

/** Returns whether somebody points at, has the focus in, or selects text of an element with data-holds. */
const isRead = (element) =>
  'holds' in element.dataset &&
  ((matchMedia('(hover: hover)').matches && element.matches(':hover')) ||
    element.contains(document.activeElement) ||
    (!getSelection().isCollapsed && element.contains(getSelection().anchorNode)));

// What is pressed stays until it is released: a click on an element that was replaced in between is lost.
let pressed = null;
document.addEventListener('pointerdown', (event) => (pressed = event.target));
for (const end of ['pointerup', 'pointercancel']) {
  document.addEventListener(end, () => setTimeout(() => {
    const element = pressed?.closest('[data-live]');
    pressed = null;
    if (element) refresh(element);
  }));
}

/**
 * Returns whether an element is paused, pressed, has unsaved input or awaits the response to a form of its own, so that it must not be
 * replaced: htmx would forget that the form leads to another page, and keep the old address.
 */
const inUse = (element) =>
  element.dataset.paused === 'true' ||
  element.querySelector('.htmx-request') !== null ||
  element.contains(pressed) ||
  [...element.querySelectorAll('input, textarea')].some((field) => field === document.activeElement || field.value !== field.defaultValue);

function refresh(element) {
  if (isRead(element)) hold(element);
  else if (awaiting || inUse(element)) refreshLater(element);
  else {
    waitingLine(element)?.replaceChildren();
    element.dispatchEvent(new Event(eventOf(element)));
  }
}

// Nothing else may change for hours: what was not shown now is shown as soon as it can be, and what failed is fetched again.
const SOON_MILLIS = 500;
const FAILED_MILLIS = 3000;

function refreshLater(element, millis = SOON_MILLIS) {
  element.refreshing ??= setTimeout(() => {
    element.refreshing = undefined;
    // A page that is seen again fetches everything.
    if (element.isConnected && !document.hidden) refresh(element);
  }, millis);
}

function retry(event) {
  const element = event.detail.requestConfig.elt;
  if (element.matches(FRAGMENTS)) refreshLater(element, FAILED_MILLIS);
}

// Rows that somebody reads stay as they are until the pointer, the focus and the selection have left them. A button above
// them counts the rows that wait, and shows them.
const COUNT_MILLIS = 3000;
const waitingLine = (element) => document.querySelector(`[data-waiting-for="#${element.id}"]`);
const rowIds = (root) => [...root.querySelectorAll('[data-row] a[id]')].map((link) => link.id);

function hold(element) {
  element.hasMissed = true;
  if (element.holding) return;
  element.countedAt = 0;
  element.holding = setInterval(() => {
    if (!element.isConnected || !isRead(element)) {
      clearInterval(element.holding);
      element.holding = undefined;
      if (element.isConnected) refresh(element);
    } else if (element.hasMissed && Date.now() - element.countedAt > COUNT_MILLIS) {
      element.hasMissed = false;
      element.countedAt = Date.now();
      countWaiting(element);
    }
  }, 250);
}

async function countWaiting(element) {
  const answer = await fetch(element.getAttribute('hx-get')).catch(() => undefined);
  if (!answer?.ok) return;
  const fetched = document.createElement('template');
  fetched.innerHTML = await answer.text();
  const shown = new Set(rowIds(element));
  const all = rowIds(fetched.content);
  const count = all.filter((id) => !shown.has(id)).length;
  // Meanwhile, the reader may have left the page.
  if (count === 0 || !element.holding || !element.isConnected || element.dataset.paused === 'true') return;
  const line = waitingLine(element);
  const button = line.querySelector('button') ?? line.appendChild(document.createElement('button'));
  button.type = 'button';
  button.className = 'small';
  button.textContent = `${count < all.length ? count : `${count} or more`} new ${count === 1 ? 'exchange' : 'exchanges'}`;
  button.onclick = () => {
    getSelection().removeAllRanges();
    line.replaceChildren();
    element.isRequested = true;
    element.dispatchEvent(new Event('live'));
  };
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

// A change after a page was rendered and before it is inserted was announced to the page before it, if both have the stream.
const inserted = new WeakSet();

function catchUp(sentAt) {
  for (const element of document.querySelectorAll('[data-live]')) {
    if (inserted.has(element)) continue;
    inserted.add(element);
    const source = streams.get(element.dataset.live);
    if (source?.changedAt[eventOf(element)] >= sentAt) refresh(element);
  }
}

document.addEventListener('htmx:beforeRequest', (event) => (event.detail.requestConfig.sentAt = performance.now()));

document.addEventListener('visibilitychange', () => {
  keepStreams();
  if (!document.hidden) document.querySelectorAll(FRAGMENTS).forEach(refresh);
});
document.addEventListener('htmx:historyRestore', () => {
  keepStreams();
  catchUp(0);
});
// What is wrong with a form may be far below the top of its page: it gets the focus, and is in view until somebody does something.
let wrong;
for (const act of ['pointerdown', 'keydown', 'wheel']) addEventListener(act, () => (wrong = undefined), {passive: true});

function showProblem() {
  wrong = document.querySelector('main [role=alert]:not([data-notice]), main [aria-invalid=true]');
  if (wrong && !wrong.matches('input')) wrong.tabIndex = -1;
  wrong?.focus({preventScroll: true});
}

document.addEventListener('htmx:afterSettle', (event) => {
  const sent = event.detail.requestConfig;
  keepStreams();
  catchUp(sent?.sentAt ?? 0);
  scrollToEnds();
  if (sent?.boosted && sent.verb === 'post') showProblem();
  // Then htmx scrolls to the top, and a card that is loaded later moves what is below it.
  setTimeout(() => wrong?.scrollIntoView({block: 'center'}));
  if (sent?.boosted && document.activeElement === document.body) {
    // Moves the focus to the new page for screen readers, unless htmx found the focused button again.
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

// Explains the chosen option of a select, whose options have no room for it.
document.addEventListener('change', (event) => {
  const select = event.target.closest('select[data-describe]');
  if (select) document.querySelector(select.dataset.describe).textContent = select.selectedOptions[0].dataset.about;
});

// Advances the clocks: the simulator's time and the time until each next attempt, both rendered some seconds ago.
function tick() {
  const now = Date.now();
  // Checks again what the server says is out of date after some seconds, while somebody looks.
  for (const element of document.querySelectorAll('[data-again]')) {
    element.drawnAt ??= now;
    if (document.hidden || now - element.drawnAt < element.dataset.again * 1000) continue;
    element.drawnAt = now;
    refresh(element.closest('[data-wallet]'));
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

// Keeps a log scrolled to its newest line.
function scrollToEnds() {
  document.querySelectorAll('[data-at-end]').forEach((element) => (element.scrollTop = element.scrollHeight));
}

// Reports what htmx ignores: no response, or one that is not a page (such as the admin gate's after a restart).
function say(message) {
  const notice = document.querySelector('[data-notice]');
  notice.textContent = message;
  notice.hidden = false;
}

const responds = () => fetch('/admin/health', {cache: 'no-store'}).then((answer) => answer.ok, () => false);

// Waits until the simulator responds again; then the notice goes, and the fragments are fetched again. Until then none is.
let awaiting = false;
async function awaitSimulator() {
  if (awaiting) return;
  awaiting = true;
  const isLost = !(await responds());
  if (isLost) say('The simulator does not respond. Check that it is still running. This page shows what was known before.');
  for (let up = !isLost; !up; up = await responds()) await new Promise((resolve) => setTimeout(resolve, 1000));
  awaiting = false;
  if (!isLost) return;
  document.querySelector('[data-notice]').hidden = true;
  for (const source of streams.values()) source.close();
  streams.clear();
  keepStreams();
  document.querySelectorAll(FRAGMENTS).forEach(refresh);
}
document.addEventListener('htmx:sendError', awaitSimulator);
for (const failure of ['htmx:sendError', 'htmx:sendAbort', 'htmx:timeout']) document.addEventListener(failure, retry);
// What was open stays open when it is fetched again. Two swaps at once lose an element with hx-preserve.
const opened = new Set();
document.addEventListener('htmx:afterSwap', () => {
  opened.forEach((id) => document.getElementById(id)?.setAttribute('open', ''));
  opened.clear();
});
document.addEventListener('htmx:beforeSwap', (event) => {
  const target = event.detail.target;
  if (isRead(target) && !target.isRequested) {
    // Somebody began to read these rows while the new ones were fetched.
    event.detail.shouldSwap = false;
    hold(target);
    return;
  }
  if (event.detail.requestConfig.elt === target && 'live' in target.dataset && inUse(target)) {
    // Somebody began to type or click here while the new content was fetched.
    event.detail.shouldSwap = false;
    refreshLater(target);
    return;
  }
  target.isRequested = false;
  const answer = event.detail.xhr;
  const isPage = (answer.getResponseHeader('Content-Type') ?? '').startsWith('text/html');
  const hasFailed = answer.status >= 500 && !event.detail.requestConfig.boosted;
  if (isPage && !hasFailed) {
    target.querySelectorAll('details[open][id]').forEach((details) => opened.add(details.id));
    return;
  }
  event.detail.shouldSwap = false;
  if (hasFailed) retry(event);
  const refused = answer.status === 403;
  say(refused ? 'The simulator was restarted after this page was loaded. Reload the page and try again.' : `Unexpected status ${answer.status} from the simulator. See its log.`);
});

keepStreams();
catchUp(performance.now());
scrollToEnds();
setInterval(tick, 1000);

// Adds to the transcript, exchange and round pages: times in the reader's own zone, keys, and rows to click.
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
    const keys = document.querySelector('[data-keys]');
    if (keys) keys.checked = recall('keys') !== 'off';
  }

  const rows = () => [...document.querySelectorAll('[data-row]')];

  function move(by) {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    next?.querySelector('a').focus();
    next?.scrollIntoView({block: 'nearest'});
  }

  const isTyping = (target) => target.closest('input, textarea, select, [contenteditable]');

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTyping(event.target)) return;
    const search = document.querySelector('[data-search] [name=text]');
    if (!search || recall('keys') === 'off') return;
    if (event.key === '/') {
      search.focus();
      search.select();
    } else if (event.key === 'j' || event.key === 'k') {
      move(event.key === 'j' ? 1 : -1);
    } else {
      return;
    }
    event.preventDefault();
  });

  document.addEventListener('click', (event) => {
    // An anchor that is followed twice does not change the address.
    if (event.target.closest('a[href^="#"]')) setTimeout(openTarget);
    const row = event.target.closest('[data-row]');
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (row && plain && !event.target.closest('a, button, summary') && getSelection().isCollapsed) row.querySelector('a').click();
  });

  document.addEventListener('change', (event) => {
    if (event.target.closest('[data-keys]')) remember('keys', event.target.checked ? 'on' : 'off');
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

// Copies the text of a button with data-copy, exactly as it was on the wire, and says so beside the button and to screen readers.
{
  const SHOWN_MILLIS = 1500;
  let newest, clearing;

  // A screen reader speaks only what changes in an element that it knows already.
  function status() {
    const known = document.querySelector('.copy-status');
    if (known) return known;
    const made = document.createElement('p');
    made.className = 'copy-status';
    made.setAttribute('role', 'status');
    return document.body.appendChild(made);
  }

  /** Copies without the clipboard's own interface, which a browser has only on this machine and over TLS. */
  function copyByEvent(text) {
    const write = (event) => {
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', write);
    const copied = document.execCommand('copy');
    document.removeEventListener('copy', write);
    if (!copied) throw new Error('This browser does not let a page copy.');
  }

  /** Selects the text where the page shows it beside its button. Returns whether it does. */
  function select(button, text) {
    const around = button.parentElement;
    const isText = (node) => node?.nodeType === Node.TEXT_NODE;
    const shown = [button.previousSibling, around.nextElementSibling, around.previousElementSibling].find((each) =>
      isText(each) ? each.data.includes(text) : each?.textContent.trim() === text.trim());
    if (!shown) return false;
    const range = document.createRange();
    range.selectNodeContents(shown);
    if (isText(shown)) {
      range.setStart(shown, shown.data.lastIndexOf(text));
      range.setEnd(shown, range.startOffset + text.length);
    }
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  }

  async function copy(button) {
    const text = decodeURIComponent(button.dataset.copy);
    let result = 'Copied';
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(text);
      else copyByEvent(text);
    } catch {
      result = select(button, text) ? 'Not copied. The text is selected: press Ctrl+C' : 'Not copied: select the text and copy it';
    }
    delete newest?.dataset.result;
    newest = button;
    button.dataset.result = result;
    status().textContent = result;
    clearTimeout(clearing);
    clearing = setTimeout(() => {
      delete button.dataset.result;
      status().textContent = '';
    }, SHOWN_MILLIS);
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) copy(button);
  });
  document.addEventListener('htmx:afterSwap', status);
  status();
}

// Shows the callbacks of one game as they happen: asks for the new ones whenever the stream reports a change.
{
  const MOST = 60;
  const panel = document.querySelector('[data-wire]');
  const list = panel?.querySelector('[data-wire-rows]');
  const state = panel?.querySelector('[data-wire-state]');
  let newest = 0;
  let loading = false;
  let again = false;
  let source;

  function report(text, on) {
    state.textContent = text;
    state.classList.toggle('on', on);
  }

  function add(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    const rows = [...template.content.querySelectorAll('[data-exchange]')].filter((row) => Number(row.dataset.exchange) > newest);
    newest = Math.max(newest, ...rows.map((row) => Number(row.dataset.exchange)));
    list.prepend(...rows);
    // A row that is being read stays.
    [...list.children].slice(MOST).filter((row) => !row.querySelector('details[open]')).forEach((row) => row.remove());
    const balance = template.content.querySelector('[data-newest-balance]')?.dataset.newestBalance;
    if (rows.length > 0 && balance) document.dispatchEvent(new CustomEvent('wallet-balance', {detail: balance}));
  }

  // One request at a time: a change during one asks once more afterwards.
  async function load() {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    do {
      again = false;
      try {
        const answer = await fetch(`${panel.dataset.wire}/rows?after=${newest}`);
        if (answer.ok) add(await answer.text());
        report(answer.ok ? 'live' : `not available (${answer.status})`, answer.ok);
      } catch {
        report('the simulator does not respond', false);
      }
    } while (again);
    loading = false;
  }

  // A hidden tab gives its connection back, since a browser allows few to one host.
  function follow() {
    source?.close();
    source = undefined;
    if (document.hidden || !panel?.isConnected) return;
    source = new EventSource(`${panel.dataset.wire}/live`);
    source.onmessage = load;
    source.onerror = () => {
      report('connecting …', false);
      if (source?.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
    };
  }

  document.addEventListener('visibilitychange', follow);
  document.addEventListener('htmx:afterSettle', () => panel?.isConnected || source?.close());
  addEventListener('pagehide', () => source?.close());
  addEventListener('pageshow', (event) => event.persisted && follow());
  if (panel) follow();
}
