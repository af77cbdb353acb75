'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { Client, SECRET } = require('./client');

const SCRIPT = path.join(__dirname, '..', 'wallet.js');

/** Starts wallet.js as a process and returns a client for it, or throws when it is not ready in 10 seconds. */
async function startProcess(args) {
  const child = spawn(process.execPath, [SCRIPT, '--port', '0', '--prefix', '/wallet', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('not ready in 10 s')), 10_000);
    child.stdout.on('data', (chunk) => {
      const match = /^ready (\S+)/m.exec(chunk.toString());
      if (!match) return;
      clearTimeout(timer);
      resolve(new URL(match[1]));
    });
    child.on('exit', (code) => reject(new Error(`exit ${code}`)));
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const client = new Client({ host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port), prefix: address.pathname });
  const stop = (signal) => new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill(signal);
  });
  return { client, stop };
}

/** Returns what is wrong with the command line: options, the ready line, a restart after SIGKILL. */
async function checkCommandLine(folder) {
  const secretFile = path.join(folder, 'secret');
  fs.writeFileSync(secretFile, `${SECRET}\nprevious-secret\n`);
  const args = ['--secret-file', secretFile, '--players', '2', '--state', path.join(folder, 'state')];
  const results = [];
  const first = await startProcess(args);
  const text = first.client.body('debit', { player: 2 });
  results.push((await first.client.debit({}, { text })).amount);
  results.push((await first.client.player('token-2', { secret: 'previous-secret' })).status);
  results.push((await first.client.player('token-3')).status);
  await first.stop('SIGKILL');
  const second = await startProcess(args);
  results.push((await second.client.debit({}, { text })).amount, await second.client.balance(2));
  await second.stop('SIGTERM');
  const faulty = await startProcess([...args.slice(0, 4), '--fault', 'error-funds-422']);
  results.push((await faulty.client.debit({ amount: '2000000.00' })).status);
  await faulty.stop('SIGTERM');
  const expected = '999999.00 200 403 999999.00 999999.00 422';
  return results.join(' ') === expected ? undefined : `gave "${results.join(' ')}", expected "${expected}"`;
}

module.exports = { checkCommandLine };
