"use strict";
// Shows the run whose data this page contains. Every text is added as text, never as markup.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const run = read("results");
const context = read("context");
const isWallet = context.subject === "wallet";
const byId = new Map(run.cases.map((each) => [each.id, each]));

const SIGNS = {
  PASSED: "✓", FAILED: "✗", OBSERVED: "◇", SKIPPED: "–",
  CERTIFIED: "✓", NOT_CERTIFIED: "✗", INCOMPLETE: "…",
  AS_RECOMMENDED: "◇", DIFFERS: "◆", UNPROVEN: "?",
};
const AGREEMENTS = {
  DIFFERS: "Differs from the recommendation", AS_RECOMMENDED: "As recommended", UNPROVEN: "Not shown by this run",
};
const RESULTS = ["PASSED", "FAILED", "OBSERVED", "SKIPPED"];
const NAMED = 12;
const SHOWN = 30;

const lower = (text) => text.toLowerCase();
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const distinct = (values) => [...new Set(values)];
const millis = (micros) => `${(micros / 1000).toFixed(1)} ms`;

/** Shows the number of a character that would act on the page in place of being read, such as one that reverses the text. */
const visible = (text) => String(text).replace(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
  "\\u" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"));

/** Splits a text into its parts, in which the id of each known rule is a link to its row, and no line breaks an option. */
const linked = (text) =>
  visible(text).split(/(?<![\w-])((?:[A-Z]{3}|D)-\d{1,2}|--[a-z][a-z-]*)(?![\w-])/).map((part, index) =>
    index % 2 === 0 ? part : context.rules[part] ? el("a.whole", { href: `#rule-${part}` }, part) : el("span.whole", part));

const PLAIN = new Set(["a", "button", "code", "option", "output", "pre", "small", "span", "summary"]);

/** Creates an element: its name with classes, its attributes if there are any, and what it contains. */
const el = (name, ...content) => {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const attributes = content[0]?.constructor === Object ? content.shift() : {};
  if (classes.length) {
    attributes.class = classes.join(" ");
  }
  Object.entries(attributes).filter(([, value]) => value !== false)
    .forEach(([key, value]) => element.setAttribute(key, value === true ? "" : value));
  content.flat(Infinity).filter((child) => child !== undefined && child !== "").forEach((child) =>
    element.append(...(child instanceof Node ? [child] : PLAIN.has(tag) ? [visible(child)] : linked(child))));
  return element;
};

const fact = (name, value) => value && el("tr", el("th", { scope: "row" }, name), el("td", value));
const facts = (...rows) => el("table.facts", el("tbody", rows));
const term = (name, text) => text ? [el("dt", name), el("dd", text)] : [];
const caseLink = (id) => el("a", { href: `#${id}` }, id);
const joined = (parts) => parts.flatMap((part, index) => index ? [", ", part] : [part]);

/** Names the first of some cases, with links to those that this run selected. */
const named = (ids, after = () => "") => [
  joined(ids.slice(0, NAMED).map((id) => [byId.has(id) ? caseLink(id) : id, after(id)])),
  ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "",
];

/** Creates a table that scrolls on its own where the page is narrow. */
const table = (label, kind, heads, rows) =>
  el("div.wide", { tabindex: "0", role: "region", "aria-label": label },
    el(`table.${kind}`, el("thead", el("tr", heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", rows)));

const conclusion = () => {
  const waived = run.cases.filter((each) => each.waiver).length;
  const certified = `Every case of the plan ${run.plan.name} ${run.plan.version} was tried`
    + (waived ? `, except ${count(waived, "case")} with a waiver` : "") + ", and none failed.";
  const reasons = run.verdict === "CERTIFIED" ? [certified] : run.reasons;
  const lead = run.verdict === "INCOMPLETE" ? "No case failed, but there is no certificate. " : "";
  return lead + reasons.join(" ");
};

const verdict = () => [
  el("p.kind", isWallet ? "Wallet conformance report" : "Client conformance report"),
  el("h1", context.name || run.wallet || run.operator),
  el(`div.verdict.${run.verdict}`,
    el("p", el("span.sign", { "aria-hidden": "true" }, SIGNS[run.verdict]), el("strong", run.verdict.replace("_", " "))),
    el("p", conclusion())),
  el("ul.counts", RESULTS.map((result) =>
    el(`li.${result}`, el("b", run.summary[lower(result)]), ` ${SIGNS[result]} ${lower(result)}`,
      result === "OBSERVED" && run.summary.observed > 0
        ? el("small", run.summary.differing ? `${run.summary.differing} differing` : "as recommended") : ""))),
];

const whoTestedWhat = () => {
  const about = run.description;
  const given = (text, option) => text || `not given (${option})`;
  const subject = isWallet
    ? [fact("Wallet", given(context.name, "--wallet-name")), fact("Address", run.wallet),
      fact("Environment", given(about.environment, "--environment"))]
    : [fact("Client", given(context.name, "--client-name")), fact("Operator", run.operator)];
  const unreturned = run.cases.filter((each) => each.unreturned).map((each) => `${each.id}: ${each.unreturned}`);
  const pairs = (object) => Object.entries(object).map(([name, value]) => `${name} ${value}`).join(", ");
  return [
    el("h2", "Who tested what"),
    facts(
      fact("Tester", given(about.tester, "--tester")), subject,
      fact("Plan", `${run.plan.name} ${run.plan.version}, ${count(run.plan.cases, "case")}, specification ${run.specification}`),
      fact("Date", `${run.started.replace(/\.\d+Z/, "Z")}, ${(run.millis / 1000).toFixed(1)} s`),
      fact("Resumes", run.options.resumed),
      fact("Players", run.players.join(", ")),
      fact("Balances not restored", unreturned.join("; "))),
    el("details.quiet", el("summary", "Options and environment"), facts(
      fact("Suite", run.suite), fact("Ran on", pairs(context.environment)), fact("Seed", String(run.seed)),
      fact("Options", pairs(run.options)), fact("Plan", `SHA-256 ${run.plan.sha256}`))),
  ];
};

const anchor = (title) => `area-${lower(title).replace(/[^a-z0-9]+/g, "-")}`;

const areas = context.areas.map(({ title, cases }) => {
  const results = cases.map((id) => byId.get(id)).filter(Boolean);
  const number = (result) => results.filter((each) => each.result === result).length;
  const tried = results.length - number("SKIPPED");
  const state = number("FAILED") ? "failed"
    : tried < cases.length ? (tried ? "partly tested" : "not tested")
    : number("PASSED") ? "passed" : "observed";
  return { title, planned: cases.length, results, number, state };
});

const differs = (each) => each.observations.some((seen) => seen.differs);

const resultByArea = () => [
  el("h2", "Result by area"),
  table("Result by area", "areas", ["Area", "Result", "Cases", "Passed", "Failed", "Observed", "Differing", "Skipped"],
    areas.map((area) => el("tr",
      el("th", { scope: "row" }, area.results.length ? el("a", { href: `#${anchor(area.title)}` }, area.title) : area.title),
      el(`td.state.${area.state.replace(" ", "-")}`, `${SIGNS[area.state.toUpperCase()] ?? "–"} ${area.state}`),
      [["cases", area.planned], ...["PASSED", "FAILED", "OBSERVED"].map((result) => [lower(result), area.number(result)]),
        ["differing", area.results.filter(differs).length], ["skipped", area.number("SKIPPED")]]
        .map(([name, number]) => el(number ? "td.number" : "td.number.none", { "data-name": name }, number || "–"))))),
];

/** Says what to do: where an error of the server is the failure, its log comes before the hint. */
const advice = ({ came, hint }) =>
  (/^status 5\d\d\b/.test(came) ? "The wallet answered with a server error: read its log first. " : "") + (hint ?? "");

const causes = () => run.causes.length ? [
  el("h2", "Causes of the failures"),
  el("ol.causes", run.causes.map((cause) => el("li",
    el("b", cause.rule), ` ${context.rules[cause.rule]?.text ?? ""}`,
    el("p", `expected ${cause.expected}; actual: ${cause.actual}`),
    el("p", advice(byId.get(cause.cases[0]).failure)),
    el("p.quiet", `${count(cause.cases.length, "case")} failed: `, named(cause.cases, (id) => {
      const { rule } = byId.get(id).failure;
      return rule === cause.rule ? "" : ` (broke ${rule})`;
    }), cause.blocked.length ? [`. ${count(cause.blocked.length, "case")} not run: `, named(cause.blocked)] : "", ".")))),
] : [];

const notTested = () => {
  const groups = new Map();
  const add = (reason, id) => groups.set(reason, [...(groups.get(reason) ?? []), id]);
  run.cases.filter((each) => each.result === "SKIPPED" && !each.waiver).forEach((each) => add(each.detail, each.id));
  context.areas.flatMap((area) => area.cases).filter((id) => !byId.has(id))
    .forEach((id) => add(`not selected; run the plan without ${isWallet ? "--only and --rule" : "--scenario"}`, id));
  run.notTested.forEach((each) => add(`no single run can try them: ${each.detail}`, each.id));
  const isResumed = run.plan.name === "resumed";
  const isProven = (rule) => isResumed
    && run.cases.some((each) => each.result !== "SKIPPED" && each.rules.includes(rule));
  return [
    el("h2", "What was not tested"),
    el("ul",
      [...groups].map(([reason, ids]) => el("li", el("b", count(ids.length, "case")), `: ${sentence(reason)}`,
        el("br"), el("small", named(ids)))),
      context.outside ? el("li", el("b", count(context.outside, "case")),
        ` of the plan full outside the plan ${run.plan.name}.`,
        isResumed ? " This plan covers only what a restart or a pause changes: see the report of the first run." : "") : "",
      isWallet && run.wallet.startsWith("http://") ? el("li", el("b", "TLS"),
        ": no certificate was seen, because the address begins with http://. Run the plan with the https address.") : "",
      Object.entries(context.notProvable).filter(([rule]) => !isProven(rule)).map(([rule, why]) =>
        el("li", el("b", rule), ` cannot be proven from outside. ${why}`))),
  ];
};

const waivers = () => run.waivers.length ? [
  el("h2", "Waivers"),
  el("ul", run.waivers.map((waiver) => el("li", el("b", waiver.cases),
    ` until ${waiver.until}${waiver.expired ? " (expired, without effect)" : ""}: ${waiver.reason}`))),
] : [];

const legend = () => [
  el("h2", "Legend"),
  el("dl.legend", Object.entries(run.legend).map(([name, meaning]) =>
    term(`${SIGNS[name]} ${lower(AGREEMENTS[name] ?? name)}`, sentence((AGREEMENTS[name] ? "An observation: " : "") + meaning)))),
];

const raw = (exchange, name) => exchange[name]
  ?? new TextDecoder().decode(Uint8Array.from(atob(exchange[`${name}Base64`]), (byte) => byte.charCodeAt(0)));

const firstLine = (text) => text.split(/\r?\n/, 1)[0];
/** Shows the raw request and response of an exchange; they are added when it opens. */
const exchangeView = (exchange, open = false) => {
  const received = raw(exchange, "received");
  const view = el("details.exchange", { open }, el("summary",
    `${firstLine(raw(exchange, "sent")).replace(/ HTTP\/1\.\d$/, "")} → ${firstLine(received) || "no response"}`,
    el("small", ` ${millis(exchange.micros)}${exchange.genuine === false ? ", invalid signature" : ""}`)));
  view.addEventListener("toggle", () => view.append(el("pre", raw(exchange, "sent")),
    el("pre", received || "no response"), exchange.note ? el("p", exchange.note) : ""), { once: true });
  return view;
};

const exchangesOf = (each) => {
  const all = each.exchangesOfTheFailure ?? context.exchanges[each.id] ?? [];
  const shown = all.length > 2 * SHOWN ? [...all.slice(0, SHOWN), ...all.slice(-SHOWN)] : all;
  const left = each.exchanges - shown.length;
  return shown.length ? [
    el("p", left ? `${shown.length} of ${each.exchanges} exchanges; bundle.zip has all of them:` : "Exchanges:"),
    shown.map((exchange) => exchangeView(exchange)),
  ] : [];
};

/** Says what the lines of shell need before they are run. */
const preparation = (lines) => {
  const tokens = distinct(lines.match(/(?<=\$)TOKEN\d*/g) ?? []).map((name) => `the session token into the variable ${name}`);
  const steps = [...(lines.includes("secret.txt") ? ["the secret into secret.txt"] : []), ...tokens];
  return steps.length ? `To repeat it, put ${steps.join(" and ")}:` : "To repeat it:";
};

const failureOf = ({ id, failure, exchangesOfTheFailure: all }) => {
  const curl = context.curl[id];
  const shown = all[failure.exchange - 1];
  return [
    el("dl.failure",
      term("Broken rule", `${failure.rule}: ${context.rules[failure.rule]?.text ?? ""}`),
      term("Expected", failure.expected), term("Actual", failure.came),
      term("Movements", failure.movements?.sum), term("Hint", advice(failure))),
    shown ? [el("p", "The exchange that shows the failure:"), exchangeView(shown, true)] : "",
    curl ? [el("p", preparation(curl)), el("pre.curl", curl)] : "",
  ];
};

const observationOf = (seen) => el("li",
  el("b", `${SIGNS[seen.agreement]} ${lower(AGREEMENTS[seen.agreement])}`),
  `: ${seen.seen}. Recommended: ${seen.recommended} (${seen.decision}).`,
  seen.differs ? [" ", el("em", run.decisions[seen.decision]?.decision ?? "")] : "");

const ruleSentence = (id) => `${id} ${context.rules[id]?.point || context.rules[id]?.text || ""}`;
const unique = (observations) => distinct(observations.map((seen) => JSON.stringify(seen))).map((text) => JSON.parse(text));

const caseView = (each) => {
  const remark = each.result === "FAILED" && each.expected ? " (expected)"
    : each.waiver ? " (waived)" : differs(each) ? " (differing)" : "";
  const mark = el("b", `${SIGNS[each.result]} ${lower(each.result)}${remark}`);
  return el(`details.case.${each.result}${differs(each) ? ".DIFFERING" : ""}`, { id: each.id, open: each.result === "FAILED" },
    el("summary", mark, " ", el("code", each.id), ` ${each.title}`),
    el("ul.sentences", each.rules.map((id) => el("li", ruleSentence(id)))),
    each.failure ? failureOf(each) : each.result === "SKIPPED" ? el("p", sentence(each.detail)) : "",
    each.waiver ? el("p", `Waived: ${each.waiver}`) : "",
    each.observations.length ? el("ul.observations", unique(each.observations).map(observationOf)) : "",
    (each.notes ?? []).map((note) => el("p", sentence(note))),
    each.unreturned ? el("p", `Balance not restored: ${each.unreturned}`) : "",
    exchangesOf(each));
};

const select = (label, name, options) => el("label", label, el("select", { name },
  el("option", { value: "" }, "any"), options.map(([value, text]) => el("option", { value }, text))));

const cases = () => {
  const shown = areas.filter((area) => area.results.length);
  const rules = Object.keys(context.rules).filter((id) => run.cases.some((each) => each.rules.includes(id)));
  return el("section", { id: "cases" }, el("h2", "Cases"),
    el("form", { id: "filter", role: "search" },
      el("label", "Search", el("input", { type: "search", name: "text" })),
      select("Result", "result", [...RESULTS, "DIFFERING"].map((result) => [result, lower(result)])),
      select("Area", "area", shown.map((area) => [anchor(area.title), area.title])),
      select("Rule", "rule", rules.map((id) => [id, id])),
      el("button", { type: "reset" }, "Clear"), el("output", { "aria-live": "polite" })),
    shown.map((area) => el("section.area", { id: anchor(area.title) }, el("h3", area.title), area.results.map(caseView))),
    el("p", { id: "no-match", hidden: true }, "No case matches the filter."));
};

const observations = () => el("section", { id: "observations" }, el("h2", "Observations"),
  el("p", `The specification leaves these points open, so nothing here counts against the ${isWallet ? "wallet" : "client"}.`
    + " For each of them OperatorKit has decided what it recommends."),
  Object.entries(AGREEMENTS).map(([agreement, title]) => {
    const all = unique(run.cases.flatMap((each) => each.observations).filter((seen) => seen.agreement === agreement));
    return [
      el("h3", `${SIGNS[agreement]} ${title}: ${all.length}`),
      all.length ? "" : el("p", "None."),
      distinct(all.map((seen) => seen.decision)).map((id) => {
        const seen = all.filter((one) => one.decision === id);
        const { point, decision } = run.decisions[id];
        return el("details.decision", { open: agreement === "DIFFERS" },
          el("summary", point || decision, el("small", ` ${seen.length}`)),
          el("p", el("b", id), point ? `: ${decision}` : ""),
          table(`${title}, ${id}`, "seen", [`What the ${isWallet ? "wallet" : "client"} does`, "Recommended"],
            seen.map((one) => el("tr", el("td", one.seen), el("td", one.recommended)))));
      }),
    ];
  }));

/** Says what the cases prove about a rule. A case that fails proves one rule broken, and nothing about its others. */
const ruleState = (id, about, broken) => {
  const has = (result) => about.some((each) => each.result === result);
  return broken.length ? "✗ broken" : !id.startsWith("D-") && has("PASSED") ? "✓ held"
    : has("PASSED") || has("OBSERVED") ? "◇ observed" : "– not judged";
};

const rules = () => el("section", { id: "rules" }, el("h2", "Rules"),
  table("Rules", "rules", ["Rule", "In words", "Result", "Cases"], Object.entries(context.rules).map(([id, rule]) => {
    const broken = run.cases.filter((each) => each.failure?.rule === id);
    const about = run.cases.filter((each) => each.rules.includes(id) || broken.includes(each));
    return el("tr", { id: `rule-${id}` }, el("th", { scope: "row" }, id),
      el("td", rule.point ? `${rule.point}: ${rule.text}` : rule.text,
        context.notProvable[id] ? [" ", el("em", context.notProvable[id])] : ""),
      el("td", ruleState(id, about, broken)),
      el("td", count(about.length, "case"),
        broken.length ? [", broken by ", joined(broken.map((each) => caseLink(each.id)))] : ""));
  })));

/** Shows the response times in buckets that double from 0.25 ms, the last one open. */
const latencies = () => {
  const sorted = context.latencies;
  const bounds = Array.from({ length: 16 }, (_, index) => 250 * 2 ** index);
  const counts = bounds.map((bound, index) =>
    sorted.filter((micros) => (index === 15 || micros < bound) && (index === 0 || micros >= bounds[index - 1])).length);
  const last = counts.findLastIndex((number) => number > 0);
  const name = (index) => `${index === 15 ? "from" : "under"} ${bounds[Math.min(index, 14)] / 1000} ms`;
  const at = (percent) => millis(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]);
  return el("section", { id: "latencies" }, el("h2", "Latencies"), sorted.length === 0 ? el("p", "No response arrived.") : [
    el("table.latency",
      el("thead", el("tr", el("th", { scope: "col" }, "Latency"), el("th", { scope: "col", colspan: 2 }, "Responses"))),
      el("tbody", counts.slice(0, last + 1).map((number, index) => {
        const bar = el("span.bar");
        bar.style.width = `${(100 * number) / Math.max(...counts)}%`;
        return el("tr", el("th", { scope: "row" }, name(index)),
          el("td", { "aria-hidden": "true" }, number ? bar : ""), el("td.number", number));
      }))),
    el("p", `${count(sorted.length, "response")}: p50 ${at(50)}, p90 ${at(90)}, p99 ${at(99)}, slowest ${at(100)}.`),
  ]);
};

// The page

document.querySelector("main").replaceChildren(
  el("section", { id: "summary" }, verdict(), whoTestedWhat(), causes(), resultByArea(), notTested(), waivers(), legend()),
  cases(), observations(), rules(), isWallet ? latencies() : "");
const sections = [...document.querySelectorAll("main > section")];
document.querySelector(".top").append(...sections.map((section) =>
  el("a", { href: `#${section.id}` }, section.id.charAt(0).toUpperCase() + section.id.slice(1))));

// The filter

const form = document.getElementById("filter");
const views = run.cases.map((each) => ({ each, view: document.getElementById(each.id) }));
const texts = new Map();
const textOf = (each) => {
  if (!texts.has(each)) {
    const shown = [each.rules.map(ruleSentence), each, context.exchanges[each.id]];
    texts.set(each, lower(JSON.stringify(shown)));
  }
  return texts.get(each);
};

const filter = () => {
  const words = lower(form.text.value).split(/\s+/).filter(Boolean);
  const matches = ({ each, view }) =>
    (!form.result.value || view.classList.contains(form.result.value))
    && (!form.area.value || view.parentElement.id === form.area.value)
    && (!form.rule.value || each.rules.includes(form.rule.value))
    && words.every((word) => textOf(each).includes(word));
  views.forEach((one) => one.view.hidden = !matches(one));
  const shown = views.filter(({ view }) => !view.hidden).length;
  document.querySelectorAll("section.area").forEach((area) => area.hidden = !area.querySelector("details.case:not([hidden])"));
  document.getElementById("no-match").hidden = shown > 0;
  form.querySelector("output").textContent = `${shown} of ${views.length} cases`;
};

/** Opens the case that the address names, even if the filter hides it. */
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]")) {
    form.reset();
    filter();
  }
  target?.closest("details")?.setAttribute("open", "");
  target?.scrollIntoView();
};

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(filter));
addEventListener("hashchange", reveal);
addEventListener("beforeprint", () => form.reset());
filter();
reveal();
