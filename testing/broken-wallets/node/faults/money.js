'use strict';

const { JsonNumber } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('Money');
const cents = (number) => BigInt(Math.trunc(number));

fault('money-double-parse', 'WAL-16', 'JSON.parse reads amounts as doubles, so cents are lost above 2^53 minor units.',
  () => ({ 'money.parseText': (right, text, currency) => {
    const exact = right(text, currency);
    return exact > 1n << 53n ? cents(Math.round(Number(text) * 100)) : exact;
  } }),
  '90071993547409.93', async (c) => (await c.credit({ ...await c.bet({ amount: '0' }), amount: '90071992547409.93' })).amount);

fault('money-double-balance', 'WAL-4 WAL-16', 'Balances are doubles in major units and are written unrounded.',
  ({ store }) => ({ 'money.format': (right, minor) => {
    const account = [...store.accounts.values()].find((entry) => entry.balance === minor);
    if (!account) return new JsonNumber(String(Number(minor) / 100));
    account.floating ??= Number(minor) / 100;
    return new JsonNumber(String(account.floating));
  },
  apply: async (right, write, order) => {
    const { account } = order;
    const delta = Number(write.balance - account.balance) / 100;
    account.floating = (account.floating ?? Number(account.balance) / 100) + delta;
    return right(write);
  } }),
  '999999.70', async (c) => {
    await c.debit({ amount: '0.10' });
    return (await c.debit({ amount: '0.20' })).amount;
  });

fault('money-floor-of-product', 'WAL-4 WAL-16', 'Minor units are (int)(amount * 100), so 4.35 becomes 4.34.',
  () => ({ 'money.parseText': (right, text, currency) => {
    right(text, currency);
    return cents(Math.floor(Number(text) * 100));
  } }),
  '999995.65', async (c) => (await c.debit({ amount: '4.35' })).amount);

fault('money-excess-rounded', 'D-19', 'An amount with too many decimals is rounded with toFixed instead of refused.',
  () => ({ 'money.parseText': (right, text, currency) => right(/\.\d{3,}$/.test(text) ? Number(text).toFixed(2) : text, currency) }),
  '422', async (c) => codes(await c.debit({ amount: '1.005' })));

fault('money-excess-truncated', 'D-19', 'Decimals beyond the currency are cut off.',
  () => ({ 'money.parseText': (right, text, currency) => right(text.replace(/(\.\d\d)\d+$/, '$1'), currency) }),
  '422', async (c) => codes(await c.debit({ amount: '1.999' })));

fault('money-payout-rounded', 'WAL-10 D-19', 'A payout with too many decimals is rounded up in favour of the player.',
  () => ({ 'amount.read': (right, body, field, account) => {
    if (field === 'payout' && body.payout?.amount instanceof JsonNumber && /\.\d{3,}$/.test(body.payout.amount.text)) {
      return cents(Math.ceil(Number(body.payout.amount.text) * 100));
    }
    return right(body, field, account);
  } }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), amount: '1.001' })));

fault('money-amount-as-string', 'WAL-13', 'The balance amount is written as a string (BigDecimal in Rails).',
  () => ({ 'money.format': (right, ...args) => right(...args).text }),
  '999999.00', async (c) => (await c.debit()).amount);

fault('money-minor-units-written', 'WAL-13 WAL-16', 'The lookup writes the balance in minor units.',
  () => ({ 'lookup.result': (right, tx, ctx) => {
    const result = right(tx, ctx);
    return { ...result, balance: { ...result.balance, amount: new JsonNumber(String(tx.balance)) } };
  } }),
  '999999.00', async (c) => {
    await c.bet({ tx: 'seen' });
    return (await c.lookup('seen')).amount;
  });

fault('money-integer-written', 'WAL-13 WAL-16', 'The balance is written without its decimals.',
  () => ({ 'money.format': (right, minor, currency) => new JsonNumber(right(minor, currency).text.split('.')[0]) }),
  '999999.50', async (c) => (await c.debit({ amount: '0.50' })).amount);

fault('money-float32-written', 'WAL-13 WAL-16', 'The balance passes through a 32-bit float on its way out.',
  () => ({ 'money.format': (right, minor) => new JsonNumber((Math.fround(Number(minor) / 100)).toFixed(2)) }),
  '999999.99', async (c) => (await c.debit({ amount: '0.01' })).amount);

fault('money-thousands-separator', 'WAL-13', 'Balances of a million and more are written with separators, which is no JSON number.',
  () => ({ 'money.format': (right, minor, currency) => {
    const { text } = right(minor, currency);
    return minor >= 100_000_000n ? Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 }) : new JsonNumber(text);
  } }),
  '1000000.00', async (c) => c.balance());

fault('money-string-accepted', 'D-20', 'An amount sent as a string is accepted.',
  () => ({ 'money.parse': (right, value, currency) => right(typeof value === 'string' ? new JsonNumber(value) : value, currency) }),
  '422', async (c) => codes(await c.debit({ more: { stake: { amount: '1.00', currency: 'EUR' } } })));

fault('money-parse-float', 'D-20', 'parseFloat reads amounts, so the string "1.00 EUR" passes.',
  () => ({ 'money.parse': (right, value, currency) => right(typeof value === 'string' && value.includes(' ') ? new JsonNumber(String(parseFloat(value))) : value, currency) }),
  '422', async (c) => codes(await c.debit({ more: { stake: { amount: '1.00 EUR', currency: 'EUR' } } })));

fault('money-null-is-zero', 'D-20', 'Number(null) is 0, so a null amount counts as 0.',
  () => ({ 'money.parse': (right, value, currency) => (value === null ? 0n : right(value, currency)) }),
  '422', async (c) => codes(await c.debit({ more: { stake: { amount: null, currency: 'EUR' } } })));

fault('money-missing-is-zero', 'D-20', 'A missing payout counts as 0 and closes the round.',
  () => ({ 'money.parse': (right, value, currency) => (value === undefined ? 0n : right(value, currency)) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), more: { payout: { currency: 'EUR' } } })));

fault('money-empty-is-zero', 'D-20', 'Number("") is 0, so an empty string counts as 0.',
  () => ({ 'money.parse': (right, value, currency) => (value === '' ? 0n : right(value, currency)) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), more: { payout: { amount: '', currency: 'EUR' } } })));

fault('money-true-is-one', 'D-20', 'Number(true) is 1, so true counts as an amount of 1.',
  () => ({ 'money.parse': (right, value, currency) => (value === true ? 100n : right(value, currency)) }),
  '422', async (c) => codes(await c.debit({ more: { stake: { amount: true, currency: 'EUR' } } })));

fault('money-array-coerced', 'D-20', 'Number([5]) is 5, so an array with one number passes.',
  () => ({ 'money.parse': (right, value, currency) => right(Array.isArray(value) ? value[0] : value, currency) }),
  '422', async (c) => codes(await c.debit({ more: { stake: { amount: [new JsonNumber('5')], currency: 'EUR' } } })));

fault('money-flat-amount-accepted', 'D-20 WAL-3', 'A stake that is a plain number is taken as its amount.',
  () => ({ 'amount.read': (right, body, field, account) => right(body[field] instanceof JsonNumber ? { [field]: { amount: body[field] } } : body, field, account) }),
  '422', async (c) => codes(await c.debit({ more: { stake: new JsonNumber('5') } })));

fault('money-negative-stake', 'D-20 WAL-4', 'A negative stake is accepted and adds money.',
  () => ({ 'amount.read': (right, body, field, account) => {
    const text = body[field]?.amount?.text ?? '';
    return field === 'stake' && text.startsWith('-') ? -right({ stake: { amount: new JsonNumber(text.slice(1)) } }, field, account) : right(body, field, account);
  } }),
  '422', async (c) => codes(await c.debit({ amount: '-5.00' })));

fault('money-negative-payout', 'D-20 WAL-9', 'A negative payout is accepted and takes money.',
  () => ({ 'amount.read': (right, body, field, account) => {
    const text = body[field]?.amount?.text ?? '';
    return field === 'payout' && text.startsWith('-') ? -right({ payout: { amount: new JsonNumber(text.slice(1)) } }, field, account) : right(body, field, account);
  } }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), amount: '-5.00' })));

fault('money-sign-dropped', 'D-20', 'The sign is lost: a stake of -5 is taken as 5.',
  () => ({ 'money.parseText': (right, text, currency) => right(text.replace('-', ''), currency) }),
  '422', async (c) => codes(await c.debit({ amount: '-5.00' })));

fault('money-int64-overflow', 'D-20', 'The balance wraps around at 2^63 minor units.',
  () => ({ 'money.fits': () => true,
    'write.of': (right, ...args) => {
      const write = right(...args);
      const balance = BigInt.asIntN(64, write.balance);
      return { ...write, balance, tx: { ...write.tx, balance } };
    } }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), amount: '92233720368547758.07' })));

fault('money-int32-limit', 'WAL-16 D-20', 'Minor units are 32-bit integers, so a payout of 30 million wraps around.',
  () => ({ 'credit.amount': (right, order) => BigInt.asUintN(32, right(order)) }),
  '50999999.00', async (c) => (await c.credit({ ...await c.bet(), amount: '50000000.00' })).amount);

fault('money-large-payout-refused', 'WAL-16 D-20', 'A payout above 999,999.99 does not fit DECIMAL(8,2) and is refused.',
  () => ({ 'credit.amount': (right, order) => {
    const amount = right(order);
    if (amount > 99_999_999n) refuse('bad-amount', 'Out of range value for column amount.');
    return amount;
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), amount: '1000000.00' })));

fault('money-saturates', 'WAL-4 WAL-16', 'A payout is silently capped at 999,999.99 by the column type.',
  () => ({ 'credit.amount': (right, order) => (right(order) > 99_999_999n ? 99_999_999n : right(order)) }),
  '3999999.00', async (c) => (await c.credit({ ...await c.bet(), amount: '3000000.00' })).amount);

fault('money-exponent-refused', 'D-19', 'Amounts in exponent form are refused although the value fits.',
  () => ({ 'money.parseText': (right, text, currency) => {
    if (/e/i.test(text)) refuse('bad-amount', 'Not a decimal number.');
    return right(text, currency);
  } }),
  '200', async (c) => codes(await c.debit({ amount: '1e0' })));

fault('money-exponent-ignored', 'D-19 WAL-4', 'The exponent is cut off: 1e2 is taken as 1.',
  () => ({ 'money.parseText': (right, text, currency) => right(text.replace(/e.*/i, ''), currency) }),
  '999900.00', async (c) => (await c.debit({ amount: '1e2' })).amount);

fault('money-trailing-zeros-refused', 'D-19', '1.500 is refused for having three decimals.',
  () => ({ 'money.parseText': (right, text, currency) => {
    if (/\.\d{3,}$/.test(text)) refuse('bad-amount', 'Too many decimals.');
    return right(text, currency);
  } }),
  '200', async (c) => codes(await c.debit({ amount: '1.500' })));

fault('money-integer-refused', 'WAL-16', 'An amount without decimals is an Integer and not a Float, and is refused.',
  () => ({ 'money.parseText': (right, text, currency) => {
    if (/^[1-9]\d*$/.test(text)) refuse('bad-amount', 'amount must be a float.');
    return right(text, currency);
  } }),
  '200', async (c) => codes(await c.debit({ amount: '5' })));

fault('money-one-decimal-misread', 'WAL-16 WAL-4', 'The text is split at the point and the fraction taken as cents: 1.5 becomes 1.05.',
  () => ({ 'money.parseText': (right, text, currency) => right(text.replace(/^(\d+)\.(\d)$/, '$1.0$2'), currency) }),
  '999998.50', async (c) => (await c.debit({ amount: '1.5' })).amount);

fault('money-small-stakes-zero', 'WAL-4', 'parseInt cuts stakes below 1 to 0.',
  () => ({ 'money.parseText': (right, text, currency) => (/^0\.\d+$/.test(text) ? 0n : right(text, currency)) }),
  '999999.50', async (c) => (await c.debit({ amount: '0.50' })).amount);

fault('money-zero-payout-missing', 'WAL-9', 'if (!amount) takes a payout of 0 for a missing one and refuses it.',
  () => ({ 'amount.read': (right, body, field, account) => {
    const amount = right(body, field, account);
    if (field === 'payout' && amount === 0n) refuse('bad-amount', 'payout.amount is required.');
    return amount;
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), amount: '0' })));

fault('money-zero-stake-missing', 'WAL-5 RND-1', 'if (!amount) takes a stake of 0 for a missing one and refuses free rounds.',
  () => ({ 'amount.read': (right, body, field, account) => {
    const amount = right(body, field, account);
    if (field === 'stake' && amount === 0n) refuse('bad-amount', 'stake.amount is required.');
    return amount;
  } }),
  '200', async (c) => codes(await c.debit({ amount: '0', reason: 'freeround' })));

fault('money-zero-stake-only-free', 'RND-1', 'A zero stake is refused unless the reason is freeround.',
  () => ({ 'read.debit': async (right, body, id) => {
    const order = await right(body, id);
    if (order.amount === 0n && body.reason !== 'freeround') refuse('bad-amount', 'The stake must be positive.');
    return order;
  } }),
  '200', async (c) => codes(await c.debit({ amount: '0', reason: 'bet' })));

fault('money-last-cent-refused', 'ERR-2 WAL-4', 'The funds check is balance > stake, so the whole balance cannot be bet.',
  () => ({ 'money.hasFunds': (right, balance, stake) => balance > stake || stake === 0n }),
  '200', async (c) => codes(await c.debit({ amount: '1000000.00' })));

fault('money-balance-may-go-negative', 'ERR-2', 'There is no funds check.',
  () => ({ 'money.hasFunds': () => true }),
  '409', async (c) => codes(await c.debit({ amount: '1000000.01' })));

fault('money-one-cent-overdraft', 'ERR-2', 'The funds check has a tolerance for rounding: one cent too much passes.',
  () => ({ 'money.hasFunds': (right, balance, stake) => balance + 1n >= stake }),
  '409', async (c) => codes(await c.debit({ amount: '1000000.01' })));

fault('money-compared-as-text', 'ERR-2', 'Balance and stake are compared as strings, so 9 counts as more than 1000000.',
  () => ({ 'money.hasFunds': (right, balance, stake) => String(balance) >= String(stake) }),
  '200', async (c) => codes(await c.debit({ amount: '9.00' })));

fault('money-balance-before', 'WAL-4 WAL-13', 'The answer carries the balance before the movement.',
  () => ({ 'result.of': (right, tx, ctx) => right({ ...tx, balance: tx.balance - (tx.kind === 'debit' ? -tx.amount : tx.amount) }, ctx) }),
  '999999.00', async (c) => (await c.debit()).amount);

fault('money-huge-amount-500', 'ERR-4 D-20', '1e400 becomes Infinity and answers 500 although nothing was written.',
  () => ({ 'money.parseText': (right, text, currency) => {
    if (!Number.isFinite(Number(text))) refuse('bad-amount', 'Infinity');
    return right(text, currency);
  },
  'error.status': (right, error) => (error.message === 'Infinity' ? 500 : right(error)) }),
  '422', async (c) => codes(await c.debit({ amount: '1e400' })));

fault('money-huge-amount-409', 'ERR-2 D-20', 'A stake that fits no 64-bit integer answers 409 as if funds were missing.',
  () => ({ 'error.status': (right, error) => (/too large/.test(error.message) ? 409 : right(error)) }),
  '422', async (c) => codes(await c.debit({ amount: '99999999999999999999.00' })));

fault('money-charges-fee', 'WAL-4', 'A stake of 100 or more is charged with a fee of one cent.',
  () => ({ 'judge.debit': (right, order, ctx) => {
    const write = right(order, ctx);
    if (order.amount < 10_000n) return write;
    return { ...write, balance: write.balance - 1n, tx: { ...write.tx, balance: write.balance - 1n } };
  } }),
  '999900.00', async (c) => (await c.debit({ amount: '100.00' })).amount);

fault('currency-ignored-on-stake', 'D-54', 'stake.currency is not read: 5 USD is taken as 5 EUR.',
  () => ({ 'amount.read': (right, body, field, account) => right(field === 'stake' ? { stake: { amount: body.stake?.amount } } : body, field, account) }),
  '422', async (c) => codes(await c.debit({ currency: 'USD' })));

fault('currency-ignored-on-payout', 'D-54', 'payout.currency is not read: 5 USD is paid as 5 EUR.',
  () => ({ 'amount.read': (right, body, field, account) => right(field === 'payout' ? { payout: { amount: body.payout?.amount } } : body, field, account) }),
  '422', async (c) => codes(await c.credit({ ...await c.bet(), currency: 'USD' })));

fault('currency-required', 'WAL-3 D-54', 'A debit without stake.currency is refused.',
  () => ({ 'currency.check': (right, money, account) => {
    if (!money.currency) refuse('wrong-currency', 'currency is required.');
    return right(money, account);
  } }),
  '200', async (c) => codes(await c.debit({ more: { stake: { amount: new JsonNumber('1.00') } } })));

fault('currency-case-ignored', 'GEN-5 D-54', 'Currencies are compared in any case.',
  () => ({ 'currency.check': (right, money, account) => right({ currency: typeof money.currency === 'string' ? money.currency.toUpperCase() : money.currency }, account) }),
  '422', async (c) => codes(await c.debit({ currency: 'eur' })));

fault('currency-written-lower-case', 'GEN-5 WAL-13', 'The currency is written in lower case.',
  () => ({ 'result.balance': (right, ...args) => ({ ...right(...args), currency: 'eur' }) }),
  'EUR', async (c) => String((await c.debit()).json?.balance.currency));

fault('currency-mismatch-409', 'ERR-2', 'A wrong currency answers 409.',
  () => ({ 'error.status': (right, error) => (error.code === 'wrong-currency' ? 409 : right(error)) }),
  '422', async (c) => codes(await c.debit({ currency: 'USD' })));

module.exports = faults;
