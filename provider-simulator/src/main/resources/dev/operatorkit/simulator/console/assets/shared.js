// Copying, and the wire of a game: for the pages of the console, and for the game of those who may use it.
'use strict';

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
