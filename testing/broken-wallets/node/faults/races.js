'use strict';

const { refuse } = require('../lib/refusal');
const { collector, codes, sleep } = require('./define');

const { faults, fault } = collector('Concurrency');
const GAP_MS = 50;

let writes = Promise.resolve();
/** Writes the balance as it is now plus the movement, one write after the other, as UPDATE ... SET balance = balance + ? does. */
const applyDelta = (right, write, order) => {
  const mine = writes.then(() => {
    const delta = write.tx.kind === 'debit' ? -write.tx.amount : write.tx.amount;
    const balance = order.account.balance + delta;
    return right({ ...write, balance, tx: Object.assign(write.tx, { balance }) }, order);
  });
  writes = mine.catch(() => {});
  return mine;
};
const withoutLock = (skip) => (right, key, kind, work) => (skip(key, kind) ? work() : right(key, kind, work));
const accountLock = (key) => key.startsWith('account:');
const gap = async (right, write, order, ctx) => {
  await sleep(GAP_MS);
  return right(write, order, ctx);
};
const parallel = (count, call) => Promise.all(Array.from({ length: count }, (_, n) => call(n)));

fault('race-double-apply', 'IDM-1 IDM-3', 'The id is checked, then written after an await: two equal debits in parallel are both applied.',
  () => ({ 'store.withLock': withoutLock(() => true),
    apply: async (right, write, order) => {
      await sleep(GAP_MS);
      return applyDelta(right, write, order);
    } }),
  '999999.00', async (c) => {
    const text = c.body('debit', {});
    await parallel(4, () => c.debit({}, { text }));
    return c.balance();
  });

fault('race-double-credit', 'IDM-1 RND-4', 'Only credits are without a lock: two equal credits in parallel are both paid.',
  () => ({ 'store.withLock': withoutLock((key, kind) => kind === 'credit'),
    apply: async (right, write, order) => {
      if (order.kind !== 'credit') return right(write);
      await sleep(GAP_MS);
      return applyDelta(right, write, order);
    } }),
  '1000001.00', async (c) => {
    const text = c.body('credit', { ...await c.bet(), tx: 'win', amount: '2.00' });
    await parallel(4, () => c.credit({}, { text }));
    return c.balance();
  });

fault('race-lost-update', 'IDM-3', 'The balance is read, then written after an await: of two parallel bets one is lost.',
  () => ({ 'store.withLock': withoutLock(accountLock), apply: gap }),
  '999990.00', async (c) => {
    await parallel(10, () => c.debit());
    return c.balance();
  });

fault('race-lost-update-of-settlements', 'IDM-3 RND-2', 'Credits do not take the account lock, so a bet and a payout in parallel overwrite each other.',
  () => ({ 'store.withLock': withoutLock((key, kind) => accountLock(key) && kind === 'credit'), apply: gap }),
  '999999.00', async (c) => {
    const bet = await c.bet();
    await Promise.all([c.credit({ ...bet, tx: 'win', amount: '1.00' }), c.debit()]);
    return c.balance();
  });

fault('race-negative-balance', 'ERR-2 IDM-3', 'Funds are checked before an await: parallel bets take the balance below zero.',
  () => ({ 'store.withLock': withoutLock((key, kind) => accountLock(key) && kind === 'debit'),
    apply: async (right, write, order) => {
      await sleep(GAP_MS);
      return applyDelta(right, write, order);
    } }),
  '1', async (c) => String((await parallel(4, () => c.debit({ amount: '600000.00' }))).filter((r) => r.status === 200).length));

fault('race-second-debit', 'RND-1', 'Whether the round is new is checked before an await: two debits open one round in parallel.',
  () => ({ 'store.withLock': withoutLock((key, kind) => accountLock(key) && kind === 'debit'),
    apply: async (right, write, order) => {
      await sleep(GAP_MS);
      return applyDelta((...args) => {
        if (order.kind === 'debit' && order.account.balance < write.tx.amount) refuse('insufficient-funds', 'Insufficient funds.');
        return right(...args);
      }, write, order);
    } }),
  '1', async (c) => String((await parallel(4, () => c.debit({ round: 'one' }))).filter((r) => r.status === 200).length));

fault('race-double-settlement', 'RND-4', 'The state of the round is checked before an await: a credit and a rollback in parallel are both applied.',
  () => ({ 'store.withLock': withoutLock((key, kind) => accountLock(key) && kind !== 'debit'),
    apply: async (right, write, order) => {
      if (order.kind === 'debit') return right(write);
      await sleep(GAP_MS);
      return applyDelta(right, write, order);
    } }),
  '1', async (c) => {
    const bet = await c.bet();
    const both = await Promise.all([c.credit({ ...bet, tx: 'win' }), c.rollback({ ...bet, tx: 'back' })]);
    return String(both.filter((r) => r.status === 200).length);
  });

fault('race-tombstone', 'RND-3 D-25', 'A rollback that arrives while its debit is in flight records a tombstone, and the debit is applied all the same.',
  () => ({ 'store.withLock': withoutLock(accountLock),
    'read.debit': async (right, ...args) => right(...args),
    apply: async (right, write, order) => {
      if (order.kind === 'debit') await sleep(400);
      return right(write);
    } }),
  'consistent', async (c) => {
    const bet = c.debit({ tx: 'raced', round: 'raced', amount: '10.00' });
    await sleep(150);
    const back = await c.rollback({ ref: 'raced', round: 'raced', tx: 'back' });
    const debit = await bet;
    return back.status === 200 && debit.status === 200 && await c.balance() !== '1000000.00' ? 'stake lost' : 'consistent';
  });

fault('race-in-flight-409', 'ERR-2 IDM-2', 'A repeat while the first attempt is under way answers 409.',
  () => {
    const flying = new Set();
    return { move: async (right, kind, ctx) => {
      const id = ctx.body.transactionId;
      if (flying.has(id)) return { status: 409, body: { message: 'A request with this id is in progress.' } };
      flying.add(id);
      await sleep(GAP_MS);
      return right(kind, ctx).finally(() => flying.delete(id));
    } };
  },
  '200 200 200', async (c) => {
    const text = c.body('debit', {});
    return codes(...await parallel(3, () => c.debit({}, { text })));
  });

fault('race-in-flight-422', 'ERR-3 IDM-2', 'A repeat while the first attempt is under way answers 422, though the debit then exists.',
  () => {
    const flying = new Set();
    return { move: async (right, kind, ctx) => {
      const id = ctx.body.transactionId;
      if (flying.has(id)) refuse('id-taken', 'A request with this id is in progress.');
      flying.add(id);
      await sleep(GAP_MS);
      return right(kind, ctx).finally(() => flying.delete(id));
    } };
  },
  '200 200 200', async (c) => {
    const text = c.body('debit', {});
    return codes(...await parallel(3, () => c.debit({}, { text })));
  });

fault('race-unique-violation-500', 'IDM-2 ERR-4', 'Of two equal parallel credits the second meets the unique index and answers 500 instead of the stored result.',
  () => {
    const flying = new Set();
    return { move: async (right, kind, ctx) => {
      const id = ctx.body.transactionId;
      if (kind === 'credit' && flying.has(id)) return { status: 500, body: { message: 'Duplicate entry for key PRIMARY.' } };
      flying.add(id);
      await sleep(GAP_MS);
      return right(kind, ctx).finally(() => flying.delete(id));
    } };
  },
  '200 200', async (c) => {
    const text = c.body('credit', { ...await c.bet(), tx: 'win' });
    return codes(...await parallel(2, () => c.credit({}, { text })));
  });

fault('race-deadlock-500', 'ERR-4', 'Parallel bets of one player meet a lock time-out and answer 500 although nothing was written.',
  () => {
    const busy = new Set();
    return { process: async (right, kind, id, ctx) => {
      const player = ctx.body.playerId;
      if (busy.has(player)) return { status: 500, body: { message: 'Lock wait timeout exceeded.' } };
      busy.add(player);
      await sleep(GAP_MS);
      return right(kind, id, ctx).finally(() => busy.delete(player));
    } };
  },
  '200 200 200 200', async (c) => codes(...await parallel(4, () => c.debit())));

fault('race-fire-and-forget', 'IDM-3 WAL-12', 'The write is not awaited: 200 is sent 300 ms before the movement is stored.',
  () => ({ apply: async (right, write, order, ctx) => {
    setTimeout(() => right(write, order, ctx), 300);
  } }),
  '200 999999.00', async (c) => {
    const bet = await c.bet();
    return `${codes(await c.lookup(bet.tx))} ${await c.balance()}`;
  });

fault('race-history-written-late', 'WAL-12 IDM-3', 'The balance is written at once, the transaction record 300 ms later by a queue.',
  ({ store }) => ({ 'store.findTransaction': async (right, id, context) => {
    const tx = await right(id, context);
    return tx && Date.now() - tx.createdAt < 300 ? undefined : tx;
  },
  apply: async (right, ...args) => right(...args).then(() => store.latency()) }),
  '200', async (c) => codes(await c.lookup((await c.bet()).tx)));

fault('race-write-lost-now-and-then', 'IDM-3 RND-4', 'The write is not awaited and its rejection is swallowed: every tenth movement answers 200 and is lost.',
  () => {
    let count = 0;
    return { apply: async (right, ...args) => (++count % 10 === 0 ? undefined : right(...args)) };
  },
  '999988.00', async (c) => {
    for (let n = 0; n < 12; n++) await c.debit();
    return c.balance();
  });

fault('race-422-after-write', 'ERR-3', 'A notification after the write rejects, and the error handler answers 422 for a debit that exists.',
  () => ({ 'after.apply': async (right, write, order) => {
    if (order.kind === 'debit' && order.body.reason !== 'bet' && order.body.reason !== 'freeround') refuse('malformed', 'Unknown reason for the tournament.');
  } }),
  'false', async (c) => {
    const bet = await c.bet({ reason: 'boost' });
    return String(bet.response.status === 422 && (await c.lookup(bet.tx)).status === 200);
  });

fault('race-422-after-credit', 'ERR-3 RND-2', 'A zero payout is stored, then the notification of the win fails and answers 422.',
  () => ({ 'after.apply': async (right, write, order) => {
    if (order.kind === 'credit' && order.amount === 0n) refuse('malformed', 'No win to announce.');
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), amount: '0' })));

fault('race-409-after-write', 'ERR-2 IDM-3', 'When a bet empties the account, it is stored and then answered with 409.',
  () => ({ 'after.apply': async (right, write, order) => {
    if (order.kind === 'debit' && write.balance === 0n) refuse('insufficient-funds', 'The account is empty.');
  } }),
  '200', async (c) => codes(await c.debit({ amount: '1000000.00' })));

fault('race-500-before-write', 'ERR-4', 'A free round without freeRoundData throws a TypeError: 500, although nothing was written.',
  () => ({ 'http.parseBody': (right, bytes, ctx) => {
    const body = right(bytes);
    ctx.crash = body.reason === 'freeround' && !body.freeRoundData;
    if (ctx.crash) refuse('malformed', "Cannot read properties of undefined (reading 'campaign')");
    return body;
  },
  'error.status': (right, error, ctx) => (ctx?.crash ? 500 : right(error)) }),
  'written or no 500', async (c) => {
    const bet = await c.bet({ amount: '0', reason: 'freeround' });
    return bet.response.status === 500 && (await c.lookup(bet.tx)).status === 404 ? '500 and not written' : 'written or no 500';
  });

fault('race-lock-kept-after-refusal', 'ERR-2 RND-4', 'The account lock is not released after a refusal, so the next movement of the player never ends.',
  () => {
    const stuck = new Set();
    return { process: async (right, kind, id, ctx) => {
      const player = ctx.body.playerId;
      if (stuck.has(player)) await sleep(60_000);
      try {
        return await right(kind, id, ctx);
      } catch (error) {
        if (error.code === 'insufficient-funds') {
          stuck.add(player);
          setTimeout(() => stuck.delete(player), 30_000).unref();
        }
        throw error;
      }
    } };
  },
  '409 200', async (c) => {
    const poor = await c.debit({ amount: '9000000.00' });
    c.timeoutMs = 1500;
    return codes(poor, await c.debit());
  });

fault('race-balance-of-another-movement', 'WAL-13', 'The answer reads the balance after an await, so it shows the movements of others.',
  ({ store }) => ({ 'after.apply': async () => {},
    process: async (right, kind, id, ctx) => {
      const answer = await right(kind, id, ctx);
      await sleep(GAP_MS);
      const tx = store.transactions.get(id);
      const account = store.accounts.get(tx.account);
      const text = `${account.balance / 100n}.${String(account.balance % 100n).padStart(2, '0')}`;
      answer.body.balance.amount.text = text;
      return answer;
    } }),
  '5', async (c) => String(new Set((await parallel(5, () => c.debit())).map((r) => r.amount)).size));

fault('race-shared-operator-id', 'WAL-13 WAL-12', 'The operator id is the time in seconds, so parallel transactions share one.',
  () => ({ 'store.nextOperatorId': () => `op-${Math.floor(Date.now() / 10_000)}` }),
  '3', async (c) => String(new Set((await parallel(3, () => c.debit())).map((r) => r.op)).size));

fault('race-slow-player-blocks-all', 'DEL-1 ERR-2', 'One global lock is held during each movement with a 700 ms call inside, so parallel players time out.',
  () => {
    let tail = Promise.resolve();
    return { process: (right, ...args) => {
      const mine = tail.then(async () => {
        await sleep(700);
        return right(...args);
      });
      tail = mine.catch(() => {});
      return mine;
    } };
  },
  '200 200 200', async (c) => {
    c.timeoutMs = 1500;
    return codes(...await parallel(3, (n) => c.debit({ player: n + 1 })));
  });

module.exports = faults;
