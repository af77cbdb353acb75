// Before anything is drawn: a chosen theme must not flash, and a hasty click must not be lost.
'use strict';
{
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
}

// A change carries the gate's token, which htmx adds. Who clicks before htmx knows the form waits for it.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method !== 'post') return;
  event.preventDefault();
  const again = () => {
    htmx.process(event.target);
    event.target.requestSubmit(event.submitter);
  };
  if (window.htmx) again();
  else document.addEventListener('DOMContentLoaded', () => setTimeout(again));
});
