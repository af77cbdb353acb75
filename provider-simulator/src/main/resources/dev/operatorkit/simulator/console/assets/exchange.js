// Adds to the transcript, exchange and round pages: times in the reader's own zone, keys, and rows to click.
'use strict';
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
