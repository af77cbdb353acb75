// Runs before the page is rendered, so that a chosen theme does not flash and an early click is not lost.
'use strict';

// A browser may forbid a page to store anything: then a choice lasts as long as the page.
const recall = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is stored.
  }
};

if (recall('theme')) document.documentElement.dataset.theme = recall('theme');

// htmx asks before some changes and stays on the page. A form submitted before htmx knows it waits for htmx.
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
