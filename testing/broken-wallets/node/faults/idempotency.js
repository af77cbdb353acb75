'use strict';

const crypto = require('node:crypto');
const { JsonNumber, stringify } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes, sleep } = require('./define');

const { faults, fault } = collector('Idempotency');
const hash = (value) => crypto.createHash('sha256').update(typeof value === 'string' ? value : stringify(value)).digest('hex');
/** Lets a debit that is applied twice pass the check that its round is new. */
const sameRoundPasses = ({ store }) => (right, order) => {
  if (store.rounds.get(store.roundKey(order.account.id, order.round))?.debit !== order.id) right(order);
};
const twice = async (c, first, second = first) => [await c.debit({}, { text: first }), await c.debit({}, { text: second })];

fault('idem-by-round', 'RND-1 D-22', 'Debits are deduplicated by gameRoundId: a second debit in a round gets the result of the first.',
  ({ store }) => ({ 'known.find': async (right, id, kind, ctx) => {
    const found = await right(id, kind, ctx);
    if (found || kind !== 'debit') return found;
    const round = [...store.rounds.values()].find((entry) => entry.id === ctx.body.gameRoundId);
    return round && right(round.debit, kind, ctx);
  } }),
  '200 422', async (c) => codes(await c.debit({ round: 'one' }), await c.debit({ round: 'one' })));

fault('idem-by-player-and-amount', 'WAL-3 WAL-4', 'A bet of the same player with the same amount within two seconds counts as a repeat.',
  ({ store }) => ({ 'known.find': async (right, id, kind, ctx) => {
    const found = await right(id, kind, ctx);
    if (found || kind !== 'debit') return found;
    return [...store.transactions.values()].find((tx) => tx.kind === 'debit' && tx.account === ctx.body.playerId
      && tx.paid === ctx.body.stake?.amount?.text && Date.now() - tx.createdAt < 2000);
  },
  'judge.debit': (right, order, ctx) => {
    const write = right(order, ctx);
    write.tx.paid = order.body.stake.amount.text;
    return write;
  } }),
  '999998.00', async (c) => {
    await c.debit();
    return (await c.debit()).amount;
  });

fault('idem-by-body-hash', 'IDM-1', 'A repeat is known by the hash of its body, so one with another field order is applied again.',
  (shared) => {
    const known = new Map();
    return {
      'known.find': async (right, id, kind, ctx) => ((known.get(id) === hash(ctx.rawBody.toString()) || !known.has(id)) ? right(id, kind, ctx) : undefined),
      apply: async (right, write, order, ctx) => {
        known.set(order.id, hash(ctx.rawBody.toString()));
        return right(write, order, ctx);
      },
      'debit.checkRound': sameRoundPasses(shared),
    };
  },
  '999999.00', async (c) => {
    const text = c.body('debit', { tx: 'one' });
    const other = text.replace('{"transactionId":"one",', '{').replace(/\}$/, ',"transactionId":"one"}');
    return (await twice(c, text, other))[1].amount;
  });

fault('idem-by-signature', 'IDM-1', 'A repeat is known by its signature, so a retry with a fresh timestamp is applied again.',
  (shared) => {
    const known = new Map();
    return {
      'known.find': async (right, id, kind, ctx) => (known.has(ctx.req.headers['x-svc-signature']) ? right(id, kind, ctx) : undefined),
      apply: async (right, write, order, ctx) => {
        known.set(ctx.req.headers['x-svc-signature'], order.id);
        return right(write, order, ctx);
      },
      'debit.checkRound': sameRoundPasses(shared),
    };
  },
  '999999.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    await sleep(3);
    return (await c.debit({}, { text })).amount;
  });

fault('idem-other-body-422', 'IDM-2 D-21', 'The same id with another field in the body is refused with 422, as some payment APIs do.',
  () => {
    const known = new Map();
    return { move: async (right, kind, ctx) => {
      const id = ctx.body.transactionId;
      if (known.has(id) && known.get(id) !== hash(ctx.body)) refuse('id-taken', 'The id was used with another body.');
      const answer = await right(kind, ctx);
      known.set(id, hash(ctx.body));
      return answer;
    } };
  },
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one' }), c.body('debit', { tx: 'one', more: { attempt: 2 } }))));

fault('idem-other-amount-422', 'IDM-2 D-21', 'The same id with another amount is refused with 422 instead of answered with the stored result.',
  () => ({ replay: async (right, tx, kind, ctx) => {
    const text = (ctx.body.stake ?? ctx.body.payout)?.amount?.text;
    if (text !== undefined && Number(text) * 100 !== Number(tx.amount)) refuse('id-taken', 'The amount differs.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one', round: 'r' }), c.body('debit', { tx: 'one', round: 'r', amount: '3.00' }))));

fault('idem-other-amount-409', 'IDM-2 ERR-2', 'The same id with another amount answers 409 Conflict.',
  () => ({ replay: async (right, tx, kind, ctx) => {
    const text = (ctx.body.stake ?? ctx.body.payout)?.amount?.text;
    if (text !== undefined && Number(text) * 100 !== Number(tx.amount)) refuse('insufficient-funds', 'Conflict.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one', round: 'r' }), c.body('debit', { tx: 'one', round: 'r', amount: '3.00' }))));

fault('idem-difference-applied', 'IDM-1', 'The same id with a larger stake takes the difference.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => {
    const text = ctx.body.stake?.amount?.text;
    if (kind === 'debit' && text) {
      const account = store.accounts.get(tx.account);
      account.balance -= BigInt(Math.round(Number(text) * 100)) - tx.amount;
      tx.amount = BigInt(Math.round(Number(text) * 100));
    }
    return right(tx, kind, ctx);
  } }),
  '999999.00', async (c) => {
    await twice(c, c.body('debit', { tx: 'one', round: 'r' }), c.body('debit', { tx: 'one', round: 'r', amount: '3.00' }));
    return c.balance();
  });

fault('idem-ttl', 'IDM-1 IDM-2', 'Ids are remembered for one second only (a cache with expiry).',
  (shared) => ({ 'known.find': async (right, ...args) => {
    const tx = await right(...args);
    return tx && Date.now() - tx.createdAt > 1000 ? undefined : tx;
  },
  'debit.checkRound': sameRoundPasses(shared) }),
  '999999.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    await sleep(1100);
    return (await c.debit({}, { text })).amount;
  });

fault('idem-lru', 'IDM-1 IDM-2', 'Only the last 20 ids are remembered.',
  (shared) => {
    const recent = [];
    return { 'known.find': async (right, id, ...rest) => (recent.includes(id) ? right(id, ...rest) : undefined),
      apply: async (right, write, order, ctx) => {
        recent.push(order.id);
        if (recent.length > 20) recent.shift();
        return right(write, order, ctx);
      },
      'debit.checkRound': sameRoundPasses(shared) };
  },
  '999978.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    for (let n = 0; n < 21; n++) await c.debit();
    await c.debit({}, { text });
    return c.balance();
  });

fault('idem-only-last-per-player', 'IDM-1', 'Only the last transaction of a player is compared with a new id.',
  (shared) => {
    const last = new Map();
    return { 'known.find': async (right, id, kind, ctx) => (last.get(ctx.body.playerId) === id ? right(id, kind, ctx) : undefined),
      apply: async (right, write, order, ctx) => {
        last.set(order.account.id, order.id);
        return right(write, order, ctx);
      },
      'debit.checkRound': sameRoundPasses(shared) };
  },
  '999998.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    await c.debit();
    await c.debit({}, { text });
    return c.balance();
  });

fault('idem-replay-current-balance', 'IDM-2 WAL-13 D-49', 'A repeat is answered with the balance of now.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => right({ ...tx, balance: store.accounts.get(tx.account).balance }, kind, ctx) }),
  '999999.00', async (c) => {
    const text = c.body('debit', {});
    await c.debit({}, { text });
    await c.debit({ amount: '7.00' });
    return (await c.debit({}, { text })).amount;
  });

fault('idem-debit-replay-409', 'IDM-2 ERR-2', 'A repeated debit answers 409 Conflict.',
  () => ({ replay: async (right, tx, kind, ctx) => (kind === 'debit' ? { status: 409, body: { message: 'Duplicate.' } } : right(tx, kind, ctx)) }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', {}))));

fault('idem-debit-replay-422', 'IDM-2 ERR-3', 'A repeated debit answers 422, which says that it does not exist.',
  () => ({ replay: async (right, tx, kind, ctx) => (kind === 'debit' ? { status: 422, body: { message: 'Duplicate.' } } : right(tx, kind, ctx)) }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', {}))));

const settledTwice = (kind) => async (c) => {
  const text = c.body(kind, { ...await c.bet(), tx: 'settle' });
  return codes(await c.move(kind, {}, { text }), await c.move(kind, {}, { text }));
};

fault('idem-credit-replay-422', 'IDM-2 ERR-3', 'The state of the round is checked before the id: a repeated credit answers 422.',
  () => ({ replay: async (right, tx, kind, ctx) => (kind === 'credit' ? { status: 422, body: { message: 'Already settled.' } } : right(tx, kind, ctx)) }),
  '200 200', settledTwice('credit'));

fault('idem-rollback-replay-422', 'IDM-2 ERR-3', 'The state of the round is checked before the id: a repeated rollback answers 422.',
  () => ({ replay: async (right, tx, kind, ctx) => (kind === 'rollback' ? { status: 422, body: { message: 'Already reverted.' } } : right(tx, kind, ctx)) }),
  '200 200', settledTwice('rollback'));

fault('idem-zero-credit-replay-422', 'IDM-2 WAL-9', 'Only repeats of paid credits are known; a repeated zero payout answers 422.',
  () => ({ replay: async (right, tx, kind, ctx) => (kind === 'credit' && !Number(tx.amount) ? { status: 422, body: { message: 'Closed.' } } : right(tx, kind, ctx)) }),
  '200 200', async (c) => {
    const text = c.body('credit', { ...await c.bet(), amount: '0' });
    return codes(await c.credit({}, { text }), await c.credit({}, { text }));
  });

fault('idem-debit-after-close-422', 'IDM-2 D-21', 'A repeat of a debit whose round is closed answers 422.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => {
    if (kind === 'debit' && store.findRound(tx.account, tx.round).state !== 'Bet') refuse('round-closed', 'The round is closed.');
    return right(tx, kind, ctx);
  } }),
  '200', async (c) => {
    const text = c.body('debit', { tx: 'one', round: 'r' });
    await c.debit({}, { text });
    await c.credit({ ref: 'one', round: 'r' });
    return codes(await c.debit({}, { text }));
  });

fault('idem-funds-before-id', 'IDM-2 ERR-2', 'Funds are checked before the id: the repeat of a bet of everything answers 409.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => {
    if (kind === 'debit' && store.accounts.get(tx.account).balance < tx.amount) refuse('insufficient-funds', 'Insufficient funds.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { amount: '1000000.00' }))));

fault('idem-token-before-id', 'IDM-2 D-21', 'The token is checked before the id: a repeat with a token that is gone answers 422.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => {
    if (kind === 'debit' && ctx.body.token && !store.findSession(ctx.body.token)) refuse('token-mismatch', 'Unknown token.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one' }), c.body('debit', { tx: 'one', token: 'gone' }))));

fault('idem-fields-before-id', 'IDM-2 D-21', 'All fields are validated before the id: a repeat without a stake answers 422.',
  () => ({ replay: async (right, tx, kind, ctx) => {
    if (kind === 'debit' && !ctx.body.stake) refuse('bad-amount', 'stake is required.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one' }), '{"transactionId":"one"}')));

fault('idem-currency-before-id', 'IDM-2 D-21', 'The currency is checked before the id: a repeat in another currency answers 422.',
  () => ({ replay: async (right, tx, kind, ctx) => {
    const currency = (ctx.body.stake ?? ctx.body.payout)?.currency;
    if (currency && currency !== tx.currency) refuse('wrong-currency', 'Wrong currency.');
    return right(tx, kind, ctx);
  } }),
  '200 200', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one' }), c.body('debit', { tx: 'one', currency: 'USD' }))));

fault('idem-new-operator-id', 'IDM-2', 'Every repeat gets a new operatorTransactionId.',
  ({ store }) => ({ replay: async (right, tx, kind, ctx) => right({ ...tx, operatorTransactionId: store.nextOperatorId() }, kind, ctx) }),
  'true', async (c) => {
    const [first, second] = await twice(c, c.body('debit', {}));
    return String(first.op === second.op);
  });

fault('idem-new-created-at', 'IDM-2', 'A repeat is answered with createdAt of now.',
  () => ({ replay: async (right, tx, kind, ctx) => right({ ...tx, createdAt: Date.now() + 1 }, kind, ctx) }),
  'true', async (c) => {
    const [first, second] = await twice(c, c.body('debit', {}));
    return String(first.json.createdAt === second.json.createdAt);
  });

fault('idem-replay-without-balance', 'IDM-2 WAL-13', 'A repeat is answered with the operator id only.',
  () => ({ replay: async (right, ...args) => {
    const answer = await right(...args);
    return { ...answer, body: { operatorTransactionId: answer.body.operatorTransactionId } };
  } }),
  '999999.00', async (c) => String((await twice(c, c.body('debit', {})))[1].amount));

fault('idem-replay-empty', 'IDM-2 WAL-13', 'A repeat is answered 200 without a body.',
  () => ({ replay: async (right, ...args) => {
    await right(...args);
    return { status: 200 };
  } }),
  '999999.00', async (c) => String((await twice(c, c.body('debit', {})))[1].amount));

fault('idem-replay-error-body', 'IDM-2 WAL-13', 'A repeat is answered 200 with a message "duplicate" instead of the result.',
  () => ({ replay: async (right, ...args) => {
    await right(...args);
    return { status: 200, body: { message: 'Duplicate transaction.' } };
  } }),
  '999999.00', async (c) => String((await twice(c, c.body('debit', {})))[1].amount));

fault('idem-replay-echoes-request', 'IDM-1 D-21', 'The balance of a repeat is computed from the amount in the repeat.',
  () => ({ replay: async (right, tx, kind, ctx) => {
    const text = ctx.body.stake?.amount?.text ?? '0';
    return right({ ...tx, balance: tx.balance + tx.amount - BigInt(Math.round(Number(text) * 100)) }, kind, ctx);
  } }),
  '999999.00', async (c) => (await twice(c, c.body('debit', { tx: 'one' }), c.body('debit', { tx: 'one', amount: '3.00' })))[1].amount);

fault('idem-table-per-kind', 'IDM-3 D-52', 'Debits and credits have tables of their own: a credit with the id of its debit is applied.',
  ({ store }) => ({ 'known.find': async (right, id, kind, ctx) => {
    const tx = await right(id, kind, ctx);
    return tx?.kind === kind ? tx : undefined;
  },
  'debit.find': async (right, reference) => store.debits?.get(reference) ?? right(reference),
  apply: async (right, write, ...rest) => {
    store.debits ??= new Map();
    if (write.tx.kind === 'debit') store.debits.set(write.tx.id, write.tx);
    return right(write, ...rest);
  } }),
  '422', async (c) => {
    const bet = await c.bet();
    return codes(await c.credit({ ...bet, tx: bet.tx }));
  });

fault('idem-scoped-to-round', 'IDM-1 IDM-3', 'Ids are unique within a round only: the same id in another round is applied.',
  () => ({ 'known.find': async (right, id, kind, ctx) => {
    const tx = await right(id, kind, ctx);
    return tx && tx.round !== ctx.body.gameRoundId ? undefined : tx;
  } }),
  '999999.00', async (c) => {
    await twice(c, c.body('debit', { tx: 'one', round: 'r1' }), c.body('debit', { tx: 'one', round: 'r2' }));
    return c.balance();
  });

fault('idem-scoped-to-game', 'IDM-1 IDM-3', 'Ids are unique within a game only: a repeat with another gameId is applied again.',
  (shared) => ({ 'known.find': async (right, id, kind, ctx) => {
    const tx = await right(id, kind, ctx);
    return tx && tx.game !== ctx.body.gameId ? undefined : tx;
  },
  'write.of': (right, order, ...rest) => {
    const write = right(order, ...rest);
    write.tx.game = order.body.gameId;
    return write;
  },
  'debit.checkRound': sameRoundPasses(shared) }),
  '999999.00', async (c) => {
    await twice(c, c.body('debit', { tx: 'one', round: 'r' }), c.body('debit', { tx: 'one', round: 'r', gameId: 'dice' }));
    return c.balance();
  });

fault('idem-refusal-remembered', 'D-27 ERR-2', 'A debit refused with 409 is remembered: the same id stays refused after the balance has grown.',
  () => {
    const refused = new Set();
    return { process: async (right, kind, id, ctx) => {
      if (refused.has(id)) refuse('insufficient-funds', 'Insufficient funds.');
      try {
        return await right(kind, id, ctx);
      } catch (error) {
        if (error.code === 'insufficient-funds') refused.add(id);
        throw error;
      }
    } };
  },
  '409 200', async (c) => {
    const bet = await c.bet();
    const text = c.body('debit', { amount: '1000001.00' });
    const first = await c.debit({}, { text });
    await c.credit({ ...bet, amount: '50.00' });
    return codes(first, await c.debit({}, { text }));
  });

fault('idem-422-remembered', 'D-24 RND-2', 'A credit that came before its debit is remembered as refused, and stays refused.',
  () => {
    const refused = new Set();
    return { process: async (right, kind, id, ctx) => {
      if (refused.has(id)) refuse('unknown-debit', 'Refused before.');
      try {
        return await right(kind, id, ctx);
      } catch (error) {
        if (error.code === 'unknown-debit') refused.add(id);
        throw error;
      }
    } };
  },
  '422 200', async (c) => {
    const text = c.body('credit', { ref: 'early', round: 'early' });
    const first = await c.credit({}, { text });
    await c.bet({ tx: 'early', round: 'early' });
    return codes(first, await c.credit({}, { text }));
  });

fault('idem-replay-to-other-account', 'D-21', 'A repeat that names another player gets the stored result of the first.',
  () => ({ 'replay.namesAnotherAccount': () => false }),
  '200 422', async (c) => codes(...await twice(c, c.body('debit', { tx: 'one' }), c.body('debit', { tx: 'one', player: 2 }))));

fault('idem-replay-to-other-kind', 'D-21 IDM-1', 'A credit with the id of a debit gets the result of the debit, and the round stays open.',
  () => ({ replay: async (right, tx, kind, ctx) => right({ ...tx, kind }, kind, ctx) }),
  '422', async (c) => {
    const bet = await c.bet();
    return codes(await c.credit({ ...bet, tx: bet.tx }));
  });

fault('idem-header-key', 'WAL-3 WAL-4', 'X-Request-Id is the idempotency key: two bets with the same header value are one.',
  () => {
    const answers = new Map();
    return { move: async (right, kind, ctx) => {
      const key = ctx.req.headers['x-request-id'];
      if (key && answers.has(key)) return answers.get(key);
      const answer = await right(kind, ctx);
      if (key) answers.set(key, answer);
      return answer;
    } };
  },
  '999998.00', async (c) => {
    const headers = [['X-Request-Id', 'gateway-1']];
    await c.debit({}, { headers });
    return (await c.debit({}, { headers })).amount;
  });

fault('idem-operator-id-number', 'WAL-13', 'operatorTransactionId is written as a number.',
  () => ({ 'result.of': (right, ...args) => {
    const result = right(...args);
    return { ...result, operatorTransactionId: new JsonNumber(result.operatorTransactionId.replace(/\D/g, '')) };
  } }),
  'string', async (c) => typeof (await c.debit()).op);

module.exports = faults;
