"use strict";
// Shows the filter and opens the case that a link leads to. Without this script every case is visible and opens by hand.
(() => {
  const form = document.getElementById("filter");
  const cases = [...document.querySelectorAll("details.case")];
  const texts = new Map();

  const textOf = (each) => {
    if (!texts.has(each)) {
      texts.set(each, each.textContent.toLowerCase());
    }
    return texts.get(each);
  };

  const rulesOf = (each) => [...each.querySelectorAll(".sentences li > a:first-child")].map((link) => link.textContent);

  const matches = (each, wanted) =>
    (!wanted.result || each.classList.contains(wanted.result)) &&
    (!wanted.area || each.parentElement.id === wanted.area) &&
    (!wanted.rule || rulesOf(each).includes(wanted.rule)) &&
    wanted.words.every((word) => textOf(each).includes(word));

  const apply = () => {
    const wanted = {
      result: form.result.value,
      area: form.area.value,
      rule: form.rule.value,
      words: form.text.value.toLowerCase().split(/\s+/).filter(Boolean),
    };
    const all = !wanted.result && !wanted.area && !wanted.rule && wanted.words.length === 0;
    let shown = 0;
    for (const each of cases) {
      each.hidden = !(all || matches(each, wanted));
      shown += each.hidden ? 0 : 1;
    }
    for (const area of document.querySelectorAll("section.area")) {
      area.hidden = !area.querySelector("details.case:not([hidden])");
    }
    document.getElementById("no-match").hidden = shown > 0;
    form.querySelector("output").textContent = `${shown} of ${cases.length} cases`;
  };

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const details = target && target.closest("details");
    if (target && target.closest("[hidden]")) {
      form.reset();
      apply();
    }
    if (details) {
      details.open = true;
      details.scrollIntoView();
    }
  };

  let waiting = 0;
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 120);
  });
  form.addEventListener("reset", () => setTimeout(apply, 0));
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => form.reset());
  apply();
  reveal();
})();
