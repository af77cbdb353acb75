'use strict';

const { createHooks } = require('./hooks');
const { createMoney } = require('./money');
const { createStore } = require('./store');
const { createVerifier } = require('./verify');
const { createCallbacks } = require('./callbacks');
const { createHttpServer } = require('./http-server');
const { findFault } = require('../faults');
const { findVariant } = require('./variants');

const DEFAULTS = {
  host: '127.0.0.1', port: 0, prefix: '/wallet', secrets: [], players: 3, sources: [],
  currency: 'EUR', balance: 100_000_000n, state: undefined, accountId: (n) => `player-${n}`, prefixSuffix: '',
};

/** Creates a wallet: right, or with one fault or one variant. Call `start()` to open its port. */
function createWallet(options) {
  const fault = options.fault && findFault(options.fault);
  const variant = options.variant && findVariant(options.variant);
  const config = { ...DEFAULTS, ...(variant?.config ?? {}), ...options };
  config.prefix += config.prefixSuffix;
  const clock = { now: () => Date.now() };
  const shared = { config, clock, store: {}, money: {} };
  const layers = [variant, fault].filter((part) => part?.hooks).map((part) => part.hooks(shared));
  const hook = createHooks(layers);
  Object.assign(shared.money, createMoney(hook));
  Object.assign(shared.store, createStore({ hook, config, clock }));
  const { verify } = createVerifier({ hook, config, clock });
  const callbacks = createCallbacks({ hook, clock, config, store: shared.store, money: shared.money });
  const server = createHttpServer({ hook, config, callbacks, verify });
  hook.assertAllUsed();

  async function start() {
    await shared.store.open();
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.port, config.host, resolve);
    });
    const { port } = server.address();
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return { port, host: config.host, prefix: config.prefix, address: `http://${host}:${port}${config.prefix}` };
  }

  async function stop() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await shared.store.close();
  }

  return { start, stop, config, store: shared.store };
}

module.exports = { createWallet };
