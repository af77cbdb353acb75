'use strict';

/** All faults, in the order of FAULTS.md. */
const FAULTS = [
  ...require('./signature'),
  ...require('./http'),
  ...require('./json'),
  ...require('./money'),
  ...require('./races'),
  ...require('./idempotency'),
  ...require('./ids'),
  ...require('./rounds'),
  ...require('./free-rounds'),
  ...require('./reads'),
  ...require('./errors'),
  ...require('./durability'),
];

function findFault(name) {
  const fault = FAULTS.find((entry) => entry.name === name);
  if (!fault) throw new Error(`Unknown fault ${name}. List the names with --list-faults.`);
  return fault;
}

module.exports = { FAULTS, findFault };
