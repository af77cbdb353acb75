'use strict';

const fs = require('node:fs');

const pause = () => new Promise((resolve) => setImmediate(resolve));

/** Keeps accounts, transactions, rounds and tombstones in memory, with a journal file when asked. */
function createStore({ hook, config, clock }) {
  const accounts = new Map();
  const tokens = new Map();
  const transactions = new Map();
  const rounds = new Map();
  const tombstones = new Map();
  const locks = new Map();
  let sequence = 0;
  let journal = null;

  const transactionKey = hook('store.transactionKey', (id) => id);
  const roundKey = hook('store.roundKey', (account, round) => JSON.stringify([account, round]));
  const tombstoneKey = hook('store.tombstoneKey', (account, reference) => JSON.stringify([account, reference]));
  const accountKey = hook('store.accountKey', (id) => id);
  /** Stands for the time that a storage call takes. */
  const latency = hook('store.latency', pause);
  const nextOperatorId = hook('store.nextOperatorId', () => `op-${++sequence}`);

  /** Runs `work` while no other holder of the same key runs. */
  const withLock = hook('store.withLock', async (key, kind, work) => {
    const before = locks.get(key) ?? Promise.resolve();
    let release;
    const mine = new Promise((resolve) => (release = resolve));
    const tail = before.then(() => mine);
    locks.set(key, tail);
    await before;
    try {
      return await work();
    } finally {
      release();
      if (locks.get(key) === tail) locks.delete(key);
    }
  });

  const findTransaction = hook('store.findTransaction', async (id, context) => {
    await latency();
    return transactions.get(transactionKey(id, context));
  });
  const findRound = hook('store.findRound', (account, round) => rounds.get(roundKey(account, round)));
  const findTombstone = hook('store.findTombstone', (account, reference) =>
    tombstones.get(tombstoneKey(account, reference)));
  const findAccount = (id) => (typeof id === 'string' ? accounts.get(accountKey(id)) : undefined);
  /** Returns the session of a token, expired or not. */
  const findSession = hook('store.findSession', (token) => tokens.get(token));

  function remember(write) {
    const { tx, round, tombstone } = write;
    const account = accounts.get(tx.account);
    account.balance = write.balance;
    account.updatedAt = tx.updatedAt;
    transactions.set(transactionKey(tx.id, tx), tx);
    if (round) rounds.set(roundKey(tx.account, round.id), round);
    if (tombstone) tombstones.set(tombstoneKey(tx.account, tombstone.reference), tombstone);
  }

  const append = hook('store.append', async (write) => {
    if (!journal) return;
    const line = JSON.stringify(write, (key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    await journal.appendFile(`${line}\n`);
    await journal.sync();
  });

  /** Writes the transaction and the balance change together (IDM-3). The caller holds the locks. */
  const commit = hook('store.commit', async (write) => {
    await latency();
    try {
      await append(write);
    } catch (error) {
      error.isOutcomeUnknown = true;
      throw error;
    }
    remember(write);
  });

  const restore = hook('store.restore', (write) => remember(write));

  function addAccounts() {
    for (let n = 1; n <= config.players; n++) {
      const id = config.accountId(n);
      accounts.set(accountKey(id), {
        id,
        displayName: `Zoë ${n}`,
        currency: config.currency,
        balance: config.balance,
        updatedAt: clock.now(),
      });
      tokens.set(`token-${n}`, { account: id, expiresAt: Infinity });
      tokens.set(`token-${n}-second`, { account: id, expiresAt: Infinity });
    }
  }

  async function open() {
    addAccounts();
    if (!config.state) return;
    if (fs.existsSync(config.state)) {
      const text = fs.readFileSync(config.state, 'utf8');
      const complete = text.slice(0, text.lastIndexOf('\n') + 1);
      if (complete !== text) fs.truncateSync(config.state, Buffer.byteLength(complete));
      for (const line of complete.split('\n')) {
        if (!line) continue;
        const write = JSON.parse(line, (key, value) =>
          (key === 'balance' || key === 'amount' ? BigInt(value.slice(0, -1)) : value));
        restore(write);
        sequence++;
      }
    }
    journal = await fs.promises.open(config.state, 'a');
  }

  const close = async () => journal?.close();

  return {
    accounts, tokens, transactions, rounds, tombstones, remember, transactionKey, roundKey,
    withLock, latency, findTransaction, findRound, findTombstone, findAccount, findSession,
    nextOperatorId, commit, open, close,
  };
}

module.exports = { createStore };
