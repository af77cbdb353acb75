'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { createWallet } = require('./lib/wallet');
const { Client, SECRET } = require('./check/client');
const { FAULTS } = require('./faults');
const { VARIANTS } = require('./lib/variants');
const { everyday } = require('./check/everyday');
const { checkCommandLine } = require('./check/command-line');
const { outdatedPages } = require('./make-docs');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wallet-selfcheck-'));
let files = 0;

/** Runs a check against a fresh wallet and returns its outcome as text. */
async function outcome(check, { fault, variant, state = false, config = {} } = {}) {
  const options = { secrets: [SECRET], fault, variant, ...config };
  if (state) options.state = path.join(folder, `state-${++files}`);
  let wallet = createWallet(options);
  const client = new Client(await wallet.start());
  client.accountId = wallet.config.accountId;
  client.restart = async () => {
    await wallet.stop();
    wallet = createWallet(options);
    Object.assign(client, await wallet.start());
  };
  try {
    return String(await check(client, wallet.config));
  } catch (error) {
    return `failed: ${error.message}`;
  } finally {
    await wallet.stop();
  }
}

/** Returns what is wrong with a fault or its check, or undefined. */
async function checkFault(entry) {
  const right = await outcome(entry.check, entry);
  const wrong = await outcome(entry.check, { ...entry, fault: entry.name });
  if (right !== entry.expected) return `the right wallet gave "${right}", expected "${entry.expected}"`;
  if (wrong === right) return `the fault gave "${wrong}" as well`;
  if (wrong.startsWith('failed:')) return `the fault ended the check: ${wrong}`;
  entry.actual = wrong;
  return undefined;
}

async function inParallel(entries, width, work) {
  const queue = [...entries];
  await Promise.all(Array.from({ length: width }, async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) await work(entry);
  }));
}

async function main() {
  const only = process.argv[2];
  const started = Date.now();
  const problems = [];
  const chosen = (list) => (only ? list.filter((entry) => entry.name.startsWith(only)) : list);
  const names = [...FAULTS, ...VARIANTS].map((entry) => entry.name);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  if (repeated.length) problems.push(`Names used twice: ${repeated.join(', ')}`);

  const normal = await outcome(everyday);
  if (normal !== 'ok') problems.push(`right wallet: ${normal}`);
  const outdated = outdatedPages();
  if (outdated.length) problems.push(`${outdated.join(', ')} differ from the tables in the code. Run node make-docs.js.`);
  const commandLine = only ? undefined : await checkCommandLine(folder).catch((error) => error.message);
  if (commandLine) problems.push(`command line: ${commandLine}`);
  let unnoticed = 0;
  await inParallel(chosen(FAULTS), 4, async (entry) => {
    // The second run is for a busy machine, which can break the timing of the first.
    const problem = await checkFault(entry) && await checkFault(entry);
    if (problem) problems.push(`${entry.name}: ${problem}`);
    entry.everyday = await outcome(everyday, { fault: entry.name, config: entry.config && {} });
    if (entry.everyday === 'ok') unnoticed++;
  });
  await inParallel(chosen(VARIANTS), 2, async (entry) => {
    let result = await outcome(everyday, { variant: entry.name });
    if (result !== 'ok') result = await outcome(everyday, { variant: entry.name });
    if (result !== 'ok') problems.push(`${entry.name}: ${result}`);
    const visible = entry.check && await outcome(entry.check, { variant: entry.name });
    const normally = entry.check && await outcome(entry.check);
    if (entry.check && (visible !== entry.expected || normally === visible)) problems.push(`${entry.name}: shows "${visible}", normally "${normally}"`);
  });
  fs.rmSync(folder, { recursive: true, force: true });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (process.env.VERBOSE) for (const entry of chosen(FAULTS)) process.stdout.write(`${entry.name}\t${entry.expected}\t${entry.actual}\t${entry.everyday}\n`);
  process.stdout.write(`${chosen(FAULTS).length} faults (${unnoticed} of them pass the everyday sequence), `
    + `${chosen(VARIANTS).length} variants, ${problems.length} problems, ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  process.exitCode = problems.length ? 1 : 0;
}

main().then(() => process.exit());
