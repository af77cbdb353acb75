'use strict';

const { collector, codes } = require('./define');

const { faults, fault } = collector('Durability over a restart');
const state = { state: true };

fault('durable-ids-lost', 'IDM-1', 'Balances survive a restart, the transaction ids do not.',
  ({ store }) => ({ 'store.restore': (right, write) => {
    right(write);
    store.transactions.clear();
    store.rounds.clear();
  } }),
  '999999.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    await c.restart();
    await c.debit({}, { text });
    return c.balance();
  }, state);

fault('durable-balances-lost', 'IDM-3', 'Transactions survive a restart, the balances are those of the start.',
  ({ config }) => ({ 'store.restore': (right, write) => right({ ...write, balance: config.balance }) }),
  '999999.00', async (c) => {
    await c.debit();
    await c.restart();
    return c.balance();
  }, state);

fault('durable-tombstones-lost', 'RND-4 D-25', 'Tombstones do not survive a restart, so the late debit is applied.',
  () => ({ 'store.restore': (right, write) => right(write.tombstone ? { ...write, tombstone: undefined, round: undefined } : write) }),
  '422', async (c) => {
    await c.rollback({ ref: 'late', round: 'r', tx: 'back' });
    await c.restart();
    return codes(await c.debit({ tx: 'late', round: 'r' }));
  }, state);

fault('durable-states-lost', 'RND-4', 'Closed rounds are open again after a restart.',
  () => ({ 'store.restore': (right, write) => right(write.round ? { ...write, round: { ...write.round, state: 'Bet' } } : write) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit(bet);
    await c.restart();
    return codes(await c.rollback(bet));
  }, state);

fault('durable-last-write-lost', 'IDM-3 RND-4', 'The last movement before a restart was answered, but not flushed.',
  () => {
    let held;
    return { 'store.append': async (right, write) => {
      if (held) await right(held);
      held = write;
    } };
  },
  '999998.00', async (c) => {
    await c.debit();
    await c.debit();
    await c.restart();
    return c.balance();
  }, state);

fault('durable-zero-movements-lost', 'WAL-9 RND-4', 'Movements of amount 0 are not written to disk, so a lost round is open after a restart.',
  () => ({ 'store.append': async (right, write) => (write.tx.amount === 0n ? undefined : right(write)) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, amount: '0' });
    await c.restart();
    return codes(await c.rollback(bet));
  }, state);

fault('durable-operator-ids-renumbered', 'IDM-2', 'Operator ids are numbered again after a restart, so a repeat answers another one.',
  ({ store }) => ({ 'store.restore': (right, write) => {
    right(write);
    write.tx.operatorTransactionId = `restored-${store.transactions.size}`;
  } }),
  'true', async (c) => {
    const bet = await c.bet();
    await c.restart();
    return String((await c.lookup(bet.tx)).op === bet.response.op);
  }, state);

fault('durable-rollback-undone', 'RND-3 RND-4', 'Rollbacks are kept in a cache: after a restart the stake is gone again and the round is open.',
  () => ({ 'store.append': async (right, write) => (write.tx.kind === 'rollback' ? undefined : right(write)) }),
  '1000000.00', async (c) => {
    await c.rollback(await c.bet());
    await c.restart();
    return c.balance();
  }, state);

fault('durable-replay-from-statement', 'IDM-2 WAL-13', 'After a restart a repeat is answered with the final balance of the player.',
  ({ store }) => {
    const restored = new Set();
    return { 'store.restore': (right, write) => {
      right(write);
      restored.add(write.tx.id);
    },
    'result.of': (right, tx, ctx) => right(restored.has(tx.id) ? { ...tx, balance: store.accounts.get(tx.account).balance } : tx, ctx) };
  },
  '999999.00', async (c) => {
    const bet = await c.bet();
    await c.debit();
    await c.restart();
    return (await c.lookup(bet.tx)).amount;
  }, state);

module.exports = faults;
