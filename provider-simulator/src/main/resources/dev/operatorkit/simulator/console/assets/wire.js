// Shows the callbacks of one game as they happen: asks for the new ones whenever the stream reports a change.
'use strict';
{
  const MOST = 60;
  const panel = document.querySelector('[data-wire]');
  const list = panel.querySelector('[data-wire-rows]');
  const state = panel.querySelector('[data-wire-state]');
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
    if (document.hidden) return;
    source = new EventSource(`${panel.dataset.wire}/live`);
    source.onmessage = load;
    source.onerror = () => {
      report('connecting …', false);
      if (source?.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
    };
  }

  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', () => source?.close());
  addEventListener('pageshow', (event) => event.persisted && follow());
  follow();
}
