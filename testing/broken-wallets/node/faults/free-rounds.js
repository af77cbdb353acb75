'use strict';

const { JsonNumber, isObject } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('Free rounds');
const valueOf = (body) => {
  const amount = body.freeRoundData?.value?.amount;
  return amount instanceof JsonNumber ? BigInt(Math.round(Number(amount.text) * 100)) : 0n;
};
const isFree = (order) => order.body.reason === 'freeround';
const data = (value = { amount: new JsonNumber('5.00'), currency: 'EUR' }) => ({ freeRoundData: { campaign: 'SPRING', value } });
const free = (more = data()) => ({ amount: '0', reason: 'freeround', more });

fault('free-debits-value', 'WAL-5 WAL-15', 'A free round debits freeRoundData.value.',
  () => ({ 'judge.debit': (right, order, ctx) => right(isFree(order) ? { ...order, amount: valueOf(order.body) } : order, ctx) }),
  '1000000.00', async (c) => (await c.debit(free())).amount);

fault('free-credits-value', 'WAL-10 WAL-15', 'The credit of a free round pays freeRoundData.value instead of the payout.',
  () => ({ 'credit.amount': (right, order) => (isFree(order) && valueOf(order.body) ? valueOf(order.body) : right(order)) }),
  '1000002.00', async (c) => (await c.credit({ ...await c.bet(free()), ...free(), amount: '2.00' })).amount);

fault('free-credit-deducts-value', 'WAL-10', 'The stake is deducted again from the payout of a free round.',
  () => ({ 'credit.amount': (right, order) => {
    const rest = right(order) - (isFree(order) ? valueOf(order.body) : 0n);
    return rest > 0n ? rest : 0n;
  } }),
  '1000009.00', async (c) => (await c.credit({ ...await c.bet(free()), ...free(), amount: '9.00' })).amount);

fault('free-credit-adds-value', 'WAL-10', 'The value is added to the payout of a free round, as if the stake were to be returned.',
  () => ({ 'credit.amount': (right, order) => right(order) + (isFree(order) ? valueOf(order.body) : 0n) }),
  '1000002.00', async (c) => (await c.credit({ ...await c.bet(free()), ...free(), amount: '2.00' })).amount);

fault('free-rollback-pays-value', 'RND-3 WAL-15', 'The rollback of a free round pays its value.',
  () => ({ 'judge.debit': (right, order, ctx) => {
    const write = right(order, ctx);
    if (isFree(order)) write.tx.value = valueOf(order.body);
    return write;
  },
  'rollback.amount': (right, order) => order.debit.value ?? right(order) }),
  '1000000.00', async (c) => (await c.rollback(await c.bet(free()))).amount);

fault('free-debit-not-stored', 'WAL-5 IDM-2', 'A free round moves nothing, so its debit is kept out of the history, and its lookup answers 404.',
  ({ store }) => ({ 'store.findTransaction': async (right, id, context) => {
    const tx = await right(id, context);
    return tx?.free && context.account && store ? undefined : tx;
  },
  'judge.debit': (right, order, ctx) => {
    const write = right(order, ctx);
    write.tx.free = isFree(order);
    return write;
  } }),
  '200', async (c) => codes(await c.lookup((await c.bet(free())).tx)));

fault('free-debit-opens-no-round', 'WAL-5 RND-1', 'The debit of a free round opens no round, so its credit is refused.',
  () => ({ 'settlement.check': (right, order) => {
    if (order.debit.amount === 0n) refuse('unknown-debit', 'No such round.');
    return right(order);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(free()), ...free(), amount: '2.00' })));

fault('free-debit-closes-round', 'WAL-6 RND-2', 'A free round is settled by its debit, so its credit is refused as a second settlement.',
  () => ({ 'judge.debit': (right, order, ctx) => {
    const write = right(order, ctx);
    if (isFree(order)) write.round.state = 'Settled';
    return write;
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(free()), ...free(), amount: '2.00' })));

fault('free-spins-share-a-round', 'WAL-6 RND-2', 'A credit of a free round settles all open free rounds of its campaign.',
  ({ store }) => ({ apply: async (right, write, order, ctx) => {
    await right(write, order, ctx);
    if (order.kind !== 'credit' || !isFree(order)) return;
    for (const round of store.rounds.values()) {
      const debit = store.transactions.get(round.debit);
      if (debit?.amount === 0n && debit.account === order.account.id) round.state = 'Settled';
    }
  } }),
  '200 200', async (c) => {
    const one = await c.bet(free());
    const two = await c.bet(free());
    return codes(await c.credit({ ...one, ...free(), amount: '1.00' }), await c.credit({ ...two, ...free(), amount: '1.00' }));
  });

fault('free-one-spin-per-campaign', 'WAL-6 RND-1', 'The second free round of a campaign is taken for a repeat of the first.',
  ({ store }) => {
    const first = new Map();
    return { 'known.find': async (right, id, kind, ctx) => {
      const found = await right(id, kind, ctx);
      if (found || kind !== 'debit' || ctx.body.reason !== 'freeround') return found;
      const campaign = ctx.body.freeRoundData?.campaign;
      const known = store.transactions.get(first.get(campaign));
      if (!known && campaign) first.set(campaign, id);
      return known;
    } };
  },
  'true', async (c) => String((await c.debit(free())).op !== (await c.debit(free())).op));

fault('free-needs-balance', 'WAL-5', 'A free round is refused with 409 when the balance is below its value.',
  () => ({ 'debit.checkFunds': (right, order) => {
    if (isFree(order) && order.account.balance < valueOf(order.body)) refuse('insufficient-funds', 'Insufficient funds.');
    return right(order);
  } }),
  '200', async (c) => {
    await c.debit({ amount: '1000000.00' });
    return codes(await c.debit(free()));
  });

fault('free-on-empty-account-refused', 'WAL-5', 'A free round is refused when the balance is 0.',
  () => ({ 'debit.checkFunds': (right, order) => {
    if (order.account.balance === 0n) refuse('insufficient-funds', 'The account is empty.');
    return right(order);
  } }),
  '200', async (c) => {
    await c.debit({ amount: '1000000.00' });
    return codes(await c.debit(free()));
  });

fault('free-answers-bonus-balance', 'WAL-5 WAL-13', 'A free round answers the bonus balance instead of the balance of the account.',
  () => ({ 'result.of': (right, tx, ctx) => right(ctx?.body?.reason === 'freeround' && tx.kind === 'debit' ? { ...tx, balance: 500n } : tx, ctx) }),
  '1000000.00', async (c) => (await c.debit(free())).amount);

fault('free-payout-to-bonus-balance', 'WAL-10', 'The payout of a free round goes to a bonus balance, not to the account.',
  () => ({ 'credit.amount': (right, order) => (isFree(order) ? 0n : right(order)) }),
  '1000002.00', async (c) => (await c.credit({ ...await c.bet(free()), ...free(), amount: '2.00' })).amount);

fault('free-payout-capped', 'WAL-10', 'The payout of a free round is capped at ten times its value.',
  () => ({ 'credit.amount': (right, order) => {
    const cap = isFree(order) ? valueOf(order.body) * 10n : 0n;
    return cap && right(order) > cap ? cap : right(order);
  } }),
  '1000080.00', async (c) => (await c.credit({ ...await c.bet(free()), ...free(), amount: '80.00' })).amount);

/** Defines a fault under which a settlement is refused over informational data. */
function informational(name, summary, isRefused, value) {
  fault(name, 'WAL-15 D-54', summary, () => ({ 'read.credit': async (right, body, id) => {
    if (body.reason === 'freeround' && isRefused(body.freeRoundData)) refuse('malformed', 'freeRoundData is not valid.');
    return right(body, id);
  } }), '200', async (c) => codes(await c.credit({ ...await c.bet(free()), ...free(value), amount: '2.00' })));
}

informational('free-credit-needs-data', 'The credit of a free round without freeRoundData is refused.', (value) => !value, {});
informational('free-credit-needs-value', 'The credit of a free round without freeRoundData.value is refused.',
  (value) => isObject(value) && !value.value, { freeRoundData: { campaign: 'SPRING' } });
informational('free-credit-currency-checked', 'The credit of a free round is refused when the currency of the value is another.',
  (value) => value?.value?.currency !== undefined && value.value.currency !== 'EUR', data({ amount: new JsonNumber('5.00'), currency: 'USD' }));
informational('free-credit-value-positive', 'The credit of a free round is refused when its value is 0.',
  (value) => Number(value?.value?.amount?.text ?? 1) === 0, data({ amount: new JsonNumber('0'), currency: 'EUR' }));
informational('free-credit-value-decimals', 'The credit of a free round is refused when its value has more decimals than the currency.',
  (value) => /\.\d{3}/.test(value?.value?.amount?.text ?? ''), data({ amount: new JsonNumber('0.125'), currency: 'EUR' }));
informational('free-credit-data-object', 'The credit of a free round is refused when freeRoundData is not an object.',
  (value) => value !== undefined && !isObject(value), { freeRoundData: 'SPRING' });

fault('free-data-on-bet-frees-it', 'WAL-4 WAL-15', 'A debit that carries freeRoundData is free, whatever its reason says.',
  () => ({ 'read.debit': async (right, body, id) => {
    const order = await right(body, id);
    return body.freeRoundData ? { ...order, amount: 0n } : order;
  } }),
  '999999.00', async (c) => (await c.debit({ more: data() })).amount);

fault('free-reason-any-case', 'WAL-4 D-18', 'The reason is compared without case, so FreeRound makes a bet free.',
  () => ({ 'read.debit': async (right, body, id) => {
    const order = await right(body, id);
    return body.reason.toLowerCase() === 'freeround' && body.reason !== 'freeround' ? { ...order, amount: 0n } : order;
  } }),
  '999999.00', async (c) => (await c.debit({ reason: 'FreeRound' })).amount);

fault('free-stake-ignored', 'WAL-5 D-28', 'A free round with a stake is accepted, and the stake is ignored.',
  () => ({ 'amount.read': (right, body, field, account) => (body.reason === 'freeround' && field === 'stake' ? 0n : right(body, field, account)) }),
  '422', async (c) => codes(await c.debit({ reason: 'freeround', amount: '5.00', more: data() })));

fault('free-stake-taken', 'WAL-5 D-28', 'A free round with a stake is accepted, and the stake is taken.',
  () => ({ 'read.debit': async (right, body, id) => {
    if (body.reason !== 'freeround') return right(body, id);
    body.reason = 'bonus';
    return right(body, id);
  } }),
  '422', async (c) => codes(await c.debit({ reason: 'freeround', amount: '5.00', more: data() })));

fault('free-credit-needs-reason', 'WAL-7 RND-2', 'A free round can be settled only by a credit with the reason freeround.',
  () => ({ 'settlement.check': (right, order) => {
    if (order.kind === 'credit' && order.debit.amount === 0n && order.body.reason !== 'freeround') refuse('bad-reason', 'The reason must be freeround.');
    return right(order);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(free()), reason: 'win' })));

module.exports = faults;
