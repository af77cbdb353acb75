'use strict';

/**
 * Collects faults. `check` says how selfcheck tells the fault from the right wallet:
 * a short sequence of exchanges, with what the right wallet makes of it.
 */
function collector(group) {
  const faults = [];
  const fault = (name, rules, summary, hooks, expected, check, options = {}) =>
    faults.push({ group, name, rules, summary, hooks, expected, check, ...options });
  return { faults, fault };
}

/** Returns the statuses of responses, as one text. */
const codes = (...responses) => responses.map((response) => response.status).join(' ');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

module.exports = { collector, codes, sleep };
