'use strict';

const { JsonNumber, isObject } = require('./json');
const { refuse } = require('./refusal');

const OTHER_KIND_OR_ACCOUNT = 'This transactionId is already in use. Send a new one.';
const isAbsent = (value) => value === undefined || value === null;

/** Answers the five wallet callbacks. */
function createCallbacks({ hook, config, store, money, clock }) {
  const isId = hook('id.isValid', (value) => {
    if (typeof value !== 'string' || value === '' || value.length > 510) return false;
    return [...value].length <= 255 && !/[\p{Cc}\p{Surrogate}]/u.test(value);
  });

  const readId = hook('id.read', (body, field) => {
    const value = body[field];
    if (!isId(value)) refuse('bad-id', `${field} must be a string of 1 to 255 characters.`);
    return value;
  });

  const isToken = (value) => typeof value === 'string' && value.length >= 1 && value.length <= 2048;

  const formatTime = hook('time.format', (millis) => new Date(millis).toISOString());

  const balanceObject = hook('result.balance', (minor, currency, updatedAt) => ({
    amount: money.formatAmount(minor, currency),
    currency,
    updatedAt: formatTime(updatedAt),
  }));

  /** Returns the transaction result of a stored transaction (WAL-13). */
  const resultOf = hook('result.of', (tx) => ({
    operatorTransactionId: tx.operatorTransactionId,
    balance: balanceObject(tx.balance, tx.currency, tx.updatedAt, tx),
    createdAt: formatTime(tx.createdAt),
  }));

  const ok = (body) => ({ status: 200, body });

  /** Returns the player that a body names: by playerId, else by token (D-16, D-17). */
  const resolveDebitAccount = hook('account.ofDebit', (body) => {
    let account;
    if (!isAbsent(body.playerId)) {
      account = store.findAccount(body.playerId);
      if (!account) refuse('unknown-player', `Unknown player ${JSON.stringify(body.playerId)}.`);
    }
    if (!isAbsent(body.token)) {
      const session = isToken(body.token) ? store.findSession(body.token) : undefined;
      if (!session) refuse('token-mismatch', 'Unknown token.');
      if (account && session.account !== account.id) refuse('token-mismatch', 'The token belongs to another player.');
      if (!account && session.expiresAt <= clock.now()) refuse('token-mismatch', 'The token has expired.');
      account ??= store.findAccount(session.account);
    }
    if (!account) refuse('unknown-player', 'The debit names no player. Send playerId or token.');
    return account;
  });

  /** Returns the player of a settlement, without any session (WAL-8). */
  const resolveSettlementAccount = hook('account.ofSettlement', (body, debit) => {
    const id = isAbsent(body.playerId) ? debit?.account : body.playerId;
    const account = store.findAccount(id);
    if (!account) refuse('unknown-player', `Unknown player ${JSON.stringify(id ?? null)}.`);
    return account;
  });

  const checkCurrency = hook('currency.check', (money_, account) => {
    if (!isAbsent(money_.currency) && money_.currency !== account.currency) {
      refuse('wrong-currency', `The account is in ${account.currency}. Send no other currency.`);
    }
  });

  const checkReason = hook('reason.check', (body, required) => {
    if (typeof body.reason === 'string' || (!required && isAbsent(body.reason))) return;
    refuse('bad-reason', 'reason must be a string.');
  });

  /** Returns the amount of `body[field]`, in minor units of the account's currency. */
  const readAmount = hook('amount.read', (body, field, account) => {
    const value = body[field];
    if (!isObject(value)) refuse('bad-amount', `${field}.amount is missing.`);
    checkCurrency(value, account);
    return money.parseAmount(value.amount, account.currency);
  });

  const isFreeRound = (body) => body.reason === 'freeround';

  const readDebit = hook('read.debit', async (body, id) => {
    const round = readId(body, 'gameRoundId');
    checkReason(body, true);
    const account = resolveDebitAccount(body);
    const amount = readAmount(body, 'stake', account);
    if (isFreeRound(body) && amount !== 0n) refuse('stake-not-zero', 'The stake of a free round must be 0.');
    return { kind: 'debit', id, round, account, amount, body };
  });

  /** Returns the debit that a settlement refers to, if it is known. */
  const findDebit = hook('debit.find', async (reference) => {
    const tx = await store.findTransaction(reference, { kind: 'debit' });
    return tx?.kind === 'debit' ? tx : undefined;
  });

  const readSettlement = async (kind, body, id) => {
    const round = readId(body, 'gameRoundId');
    const reference = readId(body, 'referenceTransactionId');
    checkReason(body, false);
    const debit = await findDebit(reference, body);
    const account = resolveSettlementAccount(body, debit);
    return { kind, id, round, reference, debit, account, body };
  };

  const readCredit = hook('read.credit', async (body, id) => {
    const order = await readSettlement('credit', body, id);
    return { ...order, amount: readAmount(body, 'payout', order.account) };
  });

  const readRollback = hook('read.rollback', (body, id) => readSettlement('rollback', body, id));

  /** Returns what to store for an order that moves `delta` and leaves the round in `state`. */
  const writeOf = hook('write.of', (order, amount, delta, round, tombstone) => {
    const now = clock.now();
    const balance = order.account.balance + delta;
    return {
      tx: {
        id: order.id, kind: order.kind, account: order.account.id, round: order.round,
        reference: order.reference, amount, balance, currency: order.account.currency,
        operatorTransactionId: store.nextOperatorId(order), createdAt: now, updatedAt: now,
      },
      balance, round, tombstone,
    };
  });

  const checkRoundIsNew = hook('debit.checkRound', (order) => {
    if (store.findTombstone(order.account.id, order.id)) {
      refuse('tombstoned', 'This debit was rolled back before it arrived.');
    }
    if (store.findRound(order.account.id, order.round)) refuse('round-exists', 'This round already has a debit.');
  });

  const checkFunds = hook('debit.checkFunds', (order) => {
    if (!money.hasFunds(order.account.balance, order.amount)) {
      refuse('insufficient-funds', `Insufficient funds for ${money.formatText(order.amount, order.account.currency)}.`);
    }
  });

  const judgeDebit = hook('judge.debit', (order) => {
    checkRoundIsNew(order);
    checkFunds(order);
    const round = { id: order.round, state: 'Bet', debit: order.id };
    return writeOf(order, order.amount, -order.amount, round);
  });

  /** Refuses a settlement that does not fit its debit or its round. */
  const checkSettlement = hook('settlement.check', (order) => {
    const { debit, account } = order;
    if (debit.account !== account.id) refuse('wrong-player', 'The debit belongs to another player.');
    if (debit.round !== order.round) refuse('wrong-round', 'The debit belongs to another round.');
    const round = store.findRound(account.id, debit.round);
    if (round.state !== 'Bet') refuse('round-closed', `The round is ${round.state} already.`);
  });

  const credited = hook('credit.amount', (order) => order.amount);
  const stateAfterCredit = hook('credit.state', () => 'Settled');

  const judgeCredit = hook('judge.credit', (order) => {
    if (!order.debit) refuse('unknown-debit', 'The debit of this credit is unknown.');
    checkSettlement(order);
    const amount = credited(order);
    if (!money.fits(order.account.balance + amount)) refuse('balance-too-large', 'The balance would be too large.');
    const round = { id: order.debit.round, state: stateAfterCredit(order), debit: order.debit.id };
    return writeOf(order, amount, amount, round);
  });

  const returned = hook('rollback.amount', (order) => order.debit.amount);

  const judgeRollback = hook('judge.rollback', (order) => {
    if (!order.debit) return judgeUnknownRollback(order);
    checkSettlement(order);
    const amount = returned(order);
    if (!money.fits(order.account.balance + amount)) refuse('balance-too-large', 'The balance would be too large.');
    const round = { id: order.debit.round, state: 'Reverted', debit: order.debit.id };
    return writeOf(order, amount, amount, round);
  });

  /** Records a tombstone: the debit is refused when it arrives later (D-25). */
  const judgeUnknownRollback = hook('judge.unknownRollback', (order) => {
    const { account, reference } = order;
    if (store.findTombstone(account.id, reference)) refuse('round-closed', 'The round is Reverted already.');
    const taken = store.findRound(account.id, order.round);
    const round = taken ? undefined : { id: order.round, state: 'Reverted', debit: reference };
    return writeOf(order, 0n, 0n, round, { reference });
  });

  const kinds = {
    debit: { read: readDebit, judge: judgeDebit },
    credit: { read: readCredit, judge: judgeCredit },
    rollback: { read: readRollback, judge: judgeRollback },
  };

  const namesAnotherAccount = hook('replay.namesAnotherAccount', (body, tx) => {
    if (!isAbsent(body.playerId) && body.playerId !== tx.account) return true;
    const session = isAbsent(body.token) ? undefined : store.findSession(body.token);
    return session !== undefined && session.account !== tx.account;
  });

  /** Answers the stored result of a transaction that was processed before (IDM-2, D-21). */
  const replay = hook('replay', async (tx, kind, ctx) => {
    if (tx.kind !== kind || namesAnotherAccount(ctx.body, tx)) refuse('id-taken', OTHER_KIND_OR_ACCOUNT);
    return ok(resultOf(tx, ctx));
  });

  const findKnown = hook('known.find', (id, kind, ctx) => store.findTransaction(id, { kind, body: ctx.body }));

  const apply = hook('apply', async (write) => {
    await store.commit(write);
  });

  /** Runs after a movement was stored, before it is answered. */
  const afterApply = hook('after.apply', async () => {});

  const process = hook('process', async (kind, id, ctx) => {
    const order = await kinds[kind].read(ctx.body, id, ctx);
    return store.withLock(`account:${order.account.id}`, kind, async () => {
      // The debit may have been stored while this settlement waited for the lock.
      if (order.reference !== undefined) order.debit ??= await findDebit(order.reference, order.body);
      const write = await kinds[kind].judge(order, ctx);
      await apply(write, order, ctx);
      await afterApply(write, order, ctx);
      return ok(resultOf(write.tx, ctx));
    });
  });

  /** Answers a debit, credit or rollback: the id is looked up before anything else (D-21). */
  const move = hook('move', async (kind, ctx) => {
    const id = readId(ctx.body, 'transactionId');
    return store.withLock(`id:${id}`, kind, async () => {
      const known = await findKnown(id, kind, ctx);
      return known ? replay(known, kind, ctx) : process(kind, id, ctx);
    });
  });

  const findToken = hook('player.findSession', (token) => store.findSession(token));

  const playerRecord = hook('player.record', (account) => ({
    accountId: account.id,
    displayName: account.displayName,
    balance: balanceObject(account.balance, account.currency, account.updatedAt),
  }));

  const player = hook('player', async (ctx) => {
    const query = new URLSearchParams(Buffer.from(ctx.query ?? '', 'latin1').toString('utf8'));
    const token = query.get('token');
    if (!isId(query.get('gameId') ?? '')) refuse('bad-id', 'gameId is missing or too long.');
    if (!isToken(token)) refuse('bad-id', 'token is missing or too long.');
    await store.latency();
    const session = findToken(token);
    if (!session || session.expiresAt <= clock.now()) refuse('unknown-token', 'Unknown or expired token.');
    return ok(playerRecord(store.findAccount(session.account), ctx));
  });

  const decodeSegment = hook('lookup.decode', (segment) => {
    const bytes = [];
    for (let i = 0; i < segment.length; i++) {
      const escaped = /^%[0-9a-fA-F]{2}$/.test(segment.slice(i, i + 3));
      bytes.push(escaped ? parseInt(segment.slice(i + 1, i + 3), 16) : segment.charCodeAt(i));
      if (escaped) i += 2;
    }
    return Buffer.from(bytes).toString('utf8');
  });

  const findForLookup = hook('lookup.find', async (accountId, id) => {
    const tx = await store.findTransaction(id, { account: accountId });
    return tx?.account === accountId ? tx : undefined;
  });

  const lookupResult = hook('lookup.result', (tx, ctx) => resultOf(tx, ctx));

  /** Answers the transaction lookup (WAL-12, D-30). */
  const lookup = hook('lookup', async (ctx) => {
    const [accountId, id] = ctx.route.segments.map(decodeSegment);
    const tx = await findForLookup(accountId, id, ctx);
    if (!tx) refuse('unknown-transaction', 'Unknown transaction.');
    return ok(lookupResult(tx, ctx));
  });

  return {
    player,
    lookup,
    debit: (ctx) => move('debit', ctx),
    credit: (ctx) => move('credit', ctx),
    rollback: (ctx) => move('rollback', ctx),
  };
}

module.exports = { createCallbacks, isAbsent, JsonNumber };
