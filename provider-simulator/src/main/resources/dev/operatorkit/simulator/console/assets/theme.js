// Runs before the page is rendered, so that a chosen theme does not flash and an early click is not lost.
'use strict';
{
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
}

// htmx adds the admin gate's token to changes. A form submitted before htmx knows it waits for htmx.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method !== 'post') return;
  event.preventDefault();
  const submit = () => {
    htmx.process(event.target);
    event.target.requestSubmit(event.submitter);
  };
  if (window.htmx) submit();
  else document.addEventListener('DOMContentLoaded', () => setTimeout(submit));
});
