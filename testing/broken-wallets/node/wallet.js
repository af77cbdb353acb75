'use strict';

const fs = require('node:fs');
const { parseArgs } = require('node:util');
const { createWallet } = require('./lib/wallet');
const { FAULTS } = require('./faults');
const { VARIANTS } = require('./lib/variants');

const USAGE = `Usage: node wallet.js --port N --prefix /wallet --secret-file F --players N
  [--host ADDRESS] [--currency CODE] [--state FILE] [--source ADDRESS ...]
  [--fault NAME] [--variant NAME] [--list-faults] [--list-variants]`;

const OPTIONS = {
  port: { type: 'string', default: '0' },
  host: { type: 'string' },
  prefix: { type: 'string' },
  'secret-file': { type: 'string' },
  players: { type: 'string', default: '3' },
  currency: { type: 'string' },
  state: { type: 'string' },
  source: { type: 'string', multiple: true, default: [] },
  fault: { type: 'string' },
  variant: { type: 'string' },
  'list-faults': { type: 'boolean' },
  'list-variants': { type: 'boolean' },
  help: { type: 'boolean' },
};

/** Drops options that were not given, so that the defaults of a variant stay. */
const given = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return process.stdout.write(`${USAGE}\n`);
  const list = values['list-faults'] ? FAULTS : values['list-variants'] ? VARIANTS : undefined;
  if (list) {
    for (const entry of list) process.stdout.write(`${entry.name}\t${entry.rules}\t${entry.summary}\n`);
    return undefined;
  }
  if (!values['secret-file']) throw new Error(`No secret. Give its file with --secret-file.\n${USAGE}`);
  const secrets = fs.readFileSync(values['secret-file'], 'utf8').split(/\r?\n/).filter((line) => line !== '');
  if (secrets.length === 0) throw new Error(`${values['secret-file']} is empty. Write the secret into it, one a line.`);
  const wallet = createWallet(given({
    port: Number(values.port), host: values.host, prefix: values.prefix?.replace(/\/$/, ''), secrets,
    players: Number(values.players), currency: values.currency, state: values.state,
    sources: values.source, fault: values.fault, variant: values.variant,
  }));
  const { address } = await wallet.start();
  if (values.source.length === 0) process.stderr.write('Warning: any source address may call. Limit it with --source.\n');
  process.stdout.write(`ready ${address}\n`);
  const stop = () => wallet.stop().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return undefined;
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
});
