'use strict';

const { JsonNumber } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes, sleep } = require('./define');

const { faults, fault } = collector('Rounds');

/** Runs the settlement check as if the round were open when it is in one of these states. */
const asOpen = ({ store }, ...states) => (right, order) => {
  const round = order.debit && store.findRound(order.account.id, order.debit.round);
  if (!round || !states.includes(round.state)) return right(order);
  const { state } = round;
  round.state = 'Bet';
  try {
    return right(order);
  } finally {
    round.state = state;
  }
};
const ifKind = (kind, step) => (right, order) => (order.kind === kind ? step(right, order) : right(order));

fault('round-credit-after-rollback', 'RND-4', 'A credit is paid after the round was rolled back.',
  (shared) => ({ 'settlement.check': ifKind('credit', asOpen(shared, 'Reverted')) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.rollback(bet, {}).then(() => c.rollback({ ...bet, tx: 'back' }));
    return codes(await c.credit({ ...bet, tx: 'win' }));
  });

fault('round-rollback-after-credit', 'RND-4', 'A rollback returns the stake after the round was credited.',
  (shared) => ({ 'settlement.check': ifKind('rollback', asOpen(shared, 'Settled')) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    return codes(await c.rollback({ ...bet, tx: 'back' }));
  });

fault('round-second-credit', 'RND-4', 'A second credit with another id is paid.',
  (shared) => ({ 'settlement.check': ifKind('credit', asOpen(shared, 'Settled')) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    return codes(await c.credit({ ...bet, tx: 'win-2' }));
  });

fault('round-second-rollback', 'RND-4', 'A second rollback with another id returns the stake again.',
  (shared) => ({ 'settlement.check': ifKind('rollback', asOpen(shared, 'Reverted')) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.rollback({ ...bet, tx: 'back' });
    return codes(await c.rollback({ ...bet, tx: 'back-2' }));
  });

fault('round-second-settlement-200', 'RND-4 D-23', 'A second settlement with another id answers 200 with the current balance and moves nothing.',
  ({ store }) => ({ 'settlement.check': (right, order) => {
    if (order.debit.round === order.round && store.findRound(order.account.id, order.round).state !== 'Bet') order.ignored = true;
    else right(order);
  },
  'credit.amount': (right, order) => (order.ignored ? 0n : right(order)),
  'rollback.amount': (right, order) => (order.ignored ? 0n : right(order)) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    return codes(await c.credit({ ...bet, tx: 'win-2' }));
  });

fault('round-second-debit-open', 'RND-1 D-22', 'A second debit is taken while the round is open.',
  () => ({ 'debit.checkRound': (right, order) => {
    try {
      right(order);
    } catch (error) {
      if (error.code !== 'round-exists') throw error;
    }
  } }),
  '422', async (c) => {
    await c.debit({ round: 'one' });
    return codes(await c.debit({ round: 'one' }));
  });

fault('round-second-debit-closed', 'RND-1 RND-4', 'A closed round is forgotten, so a second debit opens it again.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => (store.findRound(order.account.id, order.round)?.state === 'Settled' ? undefined : right(order)) }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    return codes(await c.debit({ tx: 'again', round: bet.round }));
  });

fault('round-second-debit-reverted', 'RND-1 RND-4', 'After a rollback the round may be opened again by another debit.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => {
    const round = store.findRound(order.account.id, order.round);
    return round?.state === 'Reverted' && round.debit !== order.id ? undefined : right(order);
  } }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.rollback({ ...bet, tx: 'back' });
    return codes(await c.debit({ tx: 'again', round: bet.round }));
  });

fault('round-forgotten', 'RND-4 D-56', 'Closed rounds are purged when 20 later rounds exist, so a second debit opens the round again.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => {
    const round = store.findRound(order.account.id, order.round);
    const age = store.rounds.size - [...store.rounds.values()].indexOf(round);
    return round && round.state !== 'Bet' && age > 20 ? undefined : right(order);
  } }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    for (let n = 0; n < 21; n++) await c.debit();
    return codes(await c.debit({ tx: 'again', round: bet.round }));
  });

fault('round-second-debit-keeps-stake', 'ERR-3 RND-1', 'A second debit in a round is refused with 422, but its stake is gone.',
  () => ({ 'judge.debit': (right, order, ctx) => {
    try {
      return right(order, ctx);
    } catch (error) {
      if (error.code === 'round-exists') order.account.balance -= order.amount;
      throw error;
    }
  } }),
  '422 999999.00', async (c) => {
    await c.debit({ round: 'one' });
    return `${codes(await c.debit({ round: 'one' }))} ${await c.balance()}`;
  });

/** Finds the debit of a settlement by its round when the reference does not lead to it. */
const debitOfRound = ({ store }, kind) => async (right, body, id) => {
  const order = await right(body, id);
  if (order.debit?.round === order.round) return order;
  const round = store.findRound(order.account.id, order.round);
  const debit = round && store.transactions.get(round.debit);
  return debit ? { ...order, debit, kind } : order;
};

fault('round-rollback-by-round', 'RND-3 D-26', 'A rollback finds its debit by round and ignores the reference.',
  (shared) => ({ 'read.rollback': debitOfRound(shared, 'rollback') }),
  '999999.00', async (c) => {
    const bet = await c.bet();
    await c.rollback({ ...bet, tx: 'back', ref: 'another' });
    return c.balance();
  });

fault('round-credit-by-round', 'RND-2 D-24', 'A credit finds its debit by round and ignores the reference.',
  (shared) => ({ 'read.credit': debitOfRound(shared, 'credit') }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', ref: 'another' })));

fault('round-credit-round-unchecked', 'RND-2 D-26', 'gameRoundId of a credit is not compared with the debit.',
  () => ({ 'settlement.check': (right, order) => right(order.kind === 'credit' ? { ...order, round: order.debit.round } : order) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', round: 'another' })));

fault('round-rollback-round-unchecked', 'RND-3 D-26', 'gameRoundId of a rollback is not compared with the debit.',
  () => ({ 'settlement.check': (right, order) => right(order.kind === 'rollback' ? { ...order, round: order.debit.round } : order) }),
  '422', async (c) => codes(await c.rollback({ ...await c.bet(), tx: 'back', round: 'another' })));

fault('round-wrong-player-paid', 'RND-2 D-26', 'A credit pays the player it names, whoever placed the bet.',
  () => ({ 'settlement.check': (right, order) => right({ ...order, account: { id: order.debit.account } }) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', player: 2 })));

fault('round-rollback-wrong-player', 'RND-3 D-26', 'A rollback returns the stake to the player it names.',
  () => ({ 'settlement.check': (right, order) => right(order.kind === 'rollback' ? { ...order, account: { id: order.debit.account } } : order) }),
  '422', async (c) => codes(await c.rollback({ ...await c.bet(), tx: 'back', player: 2 })));

fault('round-credit-player-of-debit', 'RND-2 D-26', 'A credit pays the player of the debit and ignores that playerId names another.',
  () => ({ 'account.ofSettlement': (right, body, debit) => right(debit ? { playerId: debit.account } : body, debit) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', player: 2 })));

fault('round-rollback-amount-required', 'RND-3 WAL-11', 'A rollback must carry the stake, or it is refused.',
  () => ({ 'read.rollback': async (right, body, id) => {
    if (!body.stake && !body.amount) refuse('bad-amount', 'amount is required.');
    return right(body, id);
  } }),
  '200', async (c) => codes(await c.rollback({ ...await c.bet(), tx: 'back' })));

fault('round-rollback-amount-trusted', 'RND-3', 'A rollback returns the amount in its body when there is one.',
  () => ({ 'rollback.amount': (right, order) => (order.body.amount instanceof JsonNumber ? BigInt(Math.round(Number(order.body.amount.text) * 100)) : right(order)) }),
  '1000000.00', async (c) => (await c.rollback({ ...await c.bet({ amount: '5.00' }), tx: 'back', amount: undefined, more: { amount: new JsonNumber('9.00') } })).amount);

fault('round-rollback-returns-nothing', 'RND-3', 'A rollback closes the round and does not return the stake.',
  () => ({ 'rollback.amount': () => 0n }),
  '1000000.00', async (c) => (await c.rollback({ ...await c.bet(), tx: 'back' })).amount);

fault('round-rollback-takes-stake', 'RND-3', 'A rollback has the wrong sign and takes the stake again.',
  () => ({ 'rollback.amount': (right, order) => -right(order) }),
  '1000000.00', async (c) => (await c.rollback({ ...await c.bet(), tx: 'back' })).amount);

fault('round-rollback-restores-balance', 'RND-3 IDM-3', 'A rollback sets the balance back to what it was before the debit, and undoes other movements.',
  () => ({ 'rollback.amount': (right, order) => order.debit.balance + order.debit.amount - order.account.balance }),
  '999993.00', async (c) => {
    const bet = await c.bet();
    await c.debit({ amount: '7.00' });
    return (await c.rollback({ ...bet, tx: 'back' })).amount;
  });

fault('round-rollback-deletes-debit', 'IDM-1 RND-4', 'A rollback deletes the debit, so a repeat of the debit is applied again.',
  ({ store }) => ({ apply: async (right, write, order, ctx) => {
    await right(write, order, ctx);
    if (order.kind === 'rollback' && order.debit) {
      store.transactions.delete(order.debit.id);
      store.rounds.delete(store.roundKey(order.account.id, order.round));
    }
  } }),
  '1000000.00', async (c) => {
    const text = c.body('debit', { tx: 'bet', round: 'r' });
    await c.debit({}, { text });
    await c.rollback({ ref: 'bet', round: 'r', tx: 'back' });
    await c.debit({}, { text });
    return c.balance();
  });

fault('round-rollback-of-credit', 'RND-3 RND-4', 'A rollback may refer to a credit, and takes the payout back.',
  ({ store }) => ({ 'debit.find': async (right, reference, body) => {
    const tx = await store.findTransaction(reference, {});
    return tx?.kind === 'credit' && !body.payout ? { ...tx, amount: -tx.amount } : right(reference, body);
  },
  'settlement.check': (right, order) => (order.debit.kind === 'credit' ? undefined : right(order)) }),
  '1000001.00', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    await c.rollback({ ...bet, tx: 'back', ref: 'win' });
    return c.balance();
  });

fault('round-zero-payout-open', 'WAL-9 RND-4', 'A payout of 0 does not close the round, so a rollback still returns the stake.',
  () => ({ 'credit.state': (right, order) => (order.amount === 0n ? 'Bet' : right(order)) }),
  '200 422', async (c) => {
    const bet = await c.bet();
    return codes(await c.credit({ ...bet, tx: 'loss', amount: '0' }), await c.rollback({ ...bet, tx: 'back' }));
  });

fault('round-credit-leaves-open', 'RND-2 RND-4', 'A credit does not change the state of the round.',
  () => ({ 'credit.state': () => 'Bet' }),
  '422', async (c) => {
    const bet = await c.bet();
    await c.credit({ ...bet, tx: 'win' });
    return codes(await c.rollback({ ...bet, tx: 'back' }));
  });

fault('round-zero-payout-reverts', 'WAL-9 RND-2', 'A payout of 0 is treated as a cancelled bet, and the stake is returned.',
  () => ({ 'credit.amount': (right, order) => (right(order) === 0n ? order.debit.amount : right(order)) }),
  '999999.00', async (c) => (await c.credit({ ...await c.bet(), tx: 'loss', amount: '0' })).amount);

fault('round-zero-payout-not-stored', 'WAL-9 IDM-2', 'A payout of 0 closes the round, but no transaction is stored.',
  ({ store }) => ({ apply: async (right, write, order, ctx) => {
    await right(write, order, ctx);
    if (order.kind === 'credit' && order.amount === 0n) store.transactions.delete(order.id);
  } }),
  '200', async (c) => {
    await c.credit({ ...await c.bet(), tx: 'loss', amount: '0' });
    return codes(await c.lookup('loss'));
  });

fault('round-rollback-not-stored', 'IDM-2 RND-3', 'A rollback returns the stake, but no transaction is stored, so its repeat is refused.',
  ({ store }) => ({ apply: async (right, write, order, ctx) => {
    await right(write, order, ctx);
    if (order.kind === 'rollback') store.transactions.delete(order.id);
  } }),
  '200 200', async (c) => {
    const text = c.body('rollback', { ...await c.bet(), tx: 'back' });
    return codes(await c.rollback({}, { text }), await c.rollback({}, { text }));
  });

fault('round-zero-stake-rollback-refused', 'RND-3 RND-1', 'A rollback of a zero stake is refused, since there is nothing to return.',
  () => ({ 'judge.rollback': (right, order, ctx) => {
    if (order.debit?.amount === 0n) refuse('bad-amount', 'Nothing to return.');
    return right(order, ctx);
  } }),
  '200', async (c) => codes(await c.rollback({ ...await c.bet({ amount: '0' }), tx: 'back' })));

fault('round-credit-adds-stake', 'WAL-10 RND-2', 'A credit adds the stake to the payout, as if the payout were the net win.',
  () => ({ 'credit.amount': (right, order) => right(order) + order.debit.amount }),
  '1000001.00', async (c) => (await c.credit({ ...await c.bet(), tx: 'win' })).amount);

fault('round-credit-sets-balance', 'RND-2', 'A credit is paid on the balance after the debit and loses what happened since.',
  () => ({ 'judge.credit': (right, order, ctx) => {
    const write = right(order, ctx);
    const balance = order.debit.balance + order.amount;
    return { ...write, balance, tx: { ...write.tx, balance } };
  } }),
  '999994.00', async (c) => {
    const bet = await c.bet();
    await c.debit({ amount: '7.00' });
    return (await c.credit({ ...bet, tx: 'win' })).amount;
  });

fault('round-unknown-credit-paid', 'RND-2 D-24', 'A credit whose debit is unknown is paid.',
  () => ({ 'judge.credit': (right, order, ctx) => {
    if (order.debit) return right(order, ctx);
    const debit = { id: order.reference, account: order.account.id, round: order.round, amount: 0n };
    return right({ ...order, debit }, ctx);
  },
  'settlement.check': (right, order) => (order.debit.kind ? right(order) : undefined) }),
  '422', async (c) => codes(await c.credit({ ref: 'unknown', round: 'r' })));

fault('round-unknown-credit-200', 'RND-2 D-24', 'A credit whose debit is unknown answers 200 and is dropped, so the payout is lost.',
  () => ({ 'judge.credit': (right, order, ctx) => {
    if (order.debit) return right(order, ctx);
    const debit = { id: order.reference, account: order.account.id, round: order.round, amount: 0n };
    return right({ ...order, debit, amount: 0n }, ctx);
  },
  'settlement.check': (right, order) => (order.debit.kind ? right(order) : undefined) }),
  '422', async (c) => codes(await c.credit({ ref: 'unknown', round: 'r' })));

fault('round-unknown-rollback-404', 'D-25 ERR-2', 'A rollback whose debit is unknown answers 404.',
  () => ({ 'judge.unknownRollback': () => refuse('unknown-transaction', 'Unknown debit.') }),
  '200', async (c) => codes(await c.rollback({ ref: 'unknown', round: 'r' })));

fault('round-unknown-rollback-422', 'D-25', 'A rollback whose debit is unknown is refused with 422 until its window ends.',
  () => ({ 'judge.unknownRollback': () => refuse('unknown-debit', 'Unknown debit.') }),
  '200', async (c) => codes(await c.rollback({ ref: 'unknown', round: 'r' })));

fault('round-unknown-rollback-pays', 'RND-3 D-25', 'A rollback whose debit is unknown pays the stake in its body.',
  () => ({ 'judge.unknownRollback': (right, order, ctx) => {
    const write = right(order, ctx);
    const amount = BigInt(Math.round(Number(order.body.stake?.amount?.text ?? '0') * 100));
    const balance = write.balance + amount;
    return { ...write, balance, tx: { ...write.tx, amount, balance } };
  } }),
  '1000000.00', async (c) => (await c.rollback({ ref: 'unknown', round: 'r', more: { stake: { amount: new JsonNumber('5.00') } } })).amount);

/** Sends a rollback of a debit that is not there yet, then the debit. */
const lateDebit = (rollback, debit) => async (c) => {
  await c.rollback({ ref: 'late', round: 'r', tx: 'back', ...rollback });
  return codes(await c.debit({ tx: 'late', round: 'r', ...debit }));
};

fault('tombstone-missing', 'RND-4 D-25', 'Nothing is kept of a rollback whose debit is unknown, so the late debit is applied.',
  () => ({ 'judge.unknownRollback': (right, order, ctx) => ({ ...right(order, ctx), round: undefined, tombstone: undefined }) }),
  '422', lateDebit());

fault('tombstone-by-round-only', 'RND-4 D-25', 'The tombstone holds the round only, so the late debit is taken in another round.',
  () => ({ 'store.findTombstone': () => undefined }),
  '422', lateDebit({}, { round: 'another' }));

fault('tombstone-by-id-only', 'RND-4 D-25', 'The tombstone holds the debit id only, so another debit opens the reverted round.',
  () => ({ 'judge.unknownRollback': (right, order, ctx) => ({ ...right(order, ctx), round: undefined }) }),
  '422', async (c) => {
    await c.rollback({ ref: 'late', round: 'r', tx: 'back' });
    return codes(await c.debit({ tx: 'other', round: 'r' }));
  });

fault('tombstone-for-all-accounts', 'D-51 D-25', 'A tombstone counts for all accounts, so a round of another player is refused.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => {
    if ([...store.rounds.values()].some((round) => round.id === order.round && round.state === 'Reverted')) refuse('tombstoned', 'Rolled back.');
    return right(order);
  } }),
  '200', lateDebit({}, { tx: 'of-player-2', player: 2 }));

fault('tombstone-expires', 'RND-4 D-25', 'A tombstone is forgotten after one second.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => {
    const tombstone = [...store.transactions.values()].find((tx) => tx.kind === 'rollback' && tx.reference === order.id);
    return tombstone && Date.now() - tombstone.createdAt > 1000 ? undefined : right(order);
  } }),
  '422', async (c) => {
    await c.rollback({ ref: 'late', round: 'r', tx: 'back' });
    await sleep(1100);
    return codes(await c.debit({ tx: 'late', round: 'r' }));
  });

fault('tombstone-forgotten', 'RND-4 D-25', 'A tombstone is forgotten when 20 later rounds exist.',
  ({ store }) => ({ 'debit.checkRound': (right, order) => {
    const round = store.findRound(order.account.id, order.round);
    const age = store.rounds.size - [...store.rounds.values()].indexOf(round);
    return round?.state === 'Reverted' && round.debit === order.id && age > 20 ? undefined : right(order);
  } }),
  '422', async (c) => {
    await c.rollback({ ref: 'late', round: 'r', tx: 'back' });
    for (let n = 0; n < 21; n++) await c.debit();
    return codes(await c.debit({ tx: 'late', round: 'r' }));
  });

fault('tombstone-used-up', 'RND-4 D-25', 'A tombstone refuses the late debit once and is then deleted, so its retry is applied.',
  ({ store }) => {
    const used = new Set();
    return { 'debit.checkRound': (right, order) => {
      if (used.has(order.id)) return undefined;
      if (store.findTombstone(order.account.id, order.id)) used.add(order.id);
      return right(order);
    } };
  },
  '422 422', async (c) => `${await lateDebit()(c)} ${codes(await c.debit({ tx: 'late', round: 'r' }))}`);

fault('tombstone-debit-409', 'ERR-2 D-25', 'The late debit is refused with 409, as if funds were missing.',
  () => ({ 'error.status': (right, error) => (error.code === 'tombstoned' ? 409 : right(error)) }),
  '422', lateDebit());

fault('tombstone-debit-200', 'RND-4 D-25', 'The late debit answers 200 with the balance, and moves nothing.',
  ({ store, money }) => ({ 'error.answer': (right, error, ctx) => {
    if (error.code !== 'tombstoned') return right(error, ctx);
    const account = store.findAccount(ctx.body.playerId);
    return { status: 200, body: { operatorTransactionId: 'void', balance: { amount: money.formatAmount(account.balance, account.currency), currency: 'EUR', updatedAt: new Date().toISOString() } } };
  } }),
  '422', lateDebit());

fault('tombstone-not-repeatable', 'IDM-2 D-25', 'The tombstone is no transaction, so a repeat of the rollback is refused.',
  ({ store }) => ({ apply: async (right, write, ...rest) => {
    await right(write, ...rest);
    if (write.tombstone) store.transactions.delete(write.tx.id);
  } }),
  '200 200', async (c) => {
    const text = c.body('rollback', { ref: 'late', round: 'r' });
    return codes(await c.rollback({}, { text }), await c.rollback({}, { text }));
  });

fault('tombstone-credit-paid', 'RND-4 D-24', 'A credit is paid on the round of a tombstone.',
  ({ store }) => ({ 'judge.credit': (right, order, ctx) => {
    if (order.debit || !store.findTombstone(order.account.id, order.reference)) return right(order, ctx);
    const debit = { account: order.account.id, round: order.round, amount: 0n };
    return right({ ...order, debit }, ctx);
  },
  'settlement.check': (right, order) => (order.debit.kind ? right(order) : undefined) }),
  '422', async (c) => {
    await c.rollback({ ref: 'late', round: 'r' });
    return codes(await c.credit({ ref: 'late', round: 'r' }));
  });

fault('tombstone-closes-other-round', 'RND-3 RND-4', 'A rollback of an unknown debit in an open round marks that round as reverted, so its credit is refused.',
  ({ store }) => ({ 'judge.unknownRollback': (right, order, ctx) => {
    const open = store.findRound(order.account.id, order.round);
    if (open) open.state = 'Reverted';
    return right(order, ctx);
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    await c.rollback({ ref: 'unknown', round: bet.round, tx: 'back' });
    return codes(await c.credit({ ...bet, tx: 'win' }));
  });

fault('settlement-needs-token', 'WAL-8', 'A credit without a token is refused.',
  () => ({ 'read.credit': async (right, body, id) => {
    if (!body.token) refuse('token-mismatch', 'token is required.');
    return right(body, id);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win' })));

fault('rollback-needs-token', 'WAL-11', 'A rollback without a token is refused.',
  () => ({ 'read.rollback': async (right, body, id) => {
    if (!body.token) refuse('token-mismatch', 'token is required.');
    return right(body, id);
  } }),
  '200', async (c) => codes(await c.rollback({ ...await c.bet(), tx: 'back' })));

fault('settlement-needs-session', 'WAL-8', 'A credit is refused when the player has opened no game since the wallet started.',
  ({ store }) => {
    const active = new Set();
    return { 'player.findSession': (right, token) => {
      const session = right(token);
      if (session) active.add(session.account);
      return session;
    },
    'read.credit': async (right, body, id) => {
      if (!active.has(body.playerId) && store) refuse('unknown-player', 'No session.');
      return right(body, id);
    } };
  },
  '200', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win' })), { state: true });

fault('settlement-window', 'WAL-8', 'A credit more than one second after its debit is refused, though it may come days later.',
  () => ({ 'settlement.check': (right, order) => {
    if (order.kind === 'credit' && Date.now() - order.debit.createdAt > 1000) refuse('round-closed', 'Too late.');
    return right(order);
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    await sleep(1100);
    return codes(await c.credit({ ...bet, tx: 'win' }));
  }, { time: true });

fault('settlement-only-latest-round', 'RND-2', 'Opening a new round closes the one before, so its credit is refused.',
  ({ store }) => ({ 'settlement.check': (right, order) => {
    const later = [...store.transactions.values()].some((tx) => tx.kind === 'debit' && tx.account === order.account.id && Number(tx.operatorTransactionId.slice(3)) > Number(order.debit.operatorTransactionId.slice(3)));
    if (later && order.kind === 'credit') refuse('round-closed', 'A newer round is open.');
    return right(order);
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    await c.bet();
    return codes(await c.credit({ ...bet, tx: 'win' }));
  });

fault('settlement-game-checked', 'RND-2 WAL-7', 'A credit without gameId is refused.',
  () => ({ 'read.credit': async (right, body, id) => {
    if (!body.gameId) refuse('malformed', 'gameId is required.');
    return right(body, id);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', gameId: undefined })));

fault('settlement-reason-checked', 'WAL-7 D-18', 'A credit with a reason other than win or loss is refused.',
  () => ({ 'read.credit': async (right, body, id) => {
    if (!['win', 'loss', 'freeround'].includes(body.reason)) refuse('bad-reason', 'Unknown reason.');
    return right(body, id);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), tx: 'win', reason: 'jackpot' })));

module.exports = faults;
