// Copies the text of a button with data-copy, exactly as it was on the wire, and says so beside the button and to screen readers.
'use strict';
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
