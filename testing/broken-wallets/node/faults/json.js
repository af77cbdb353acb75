'use strict';

const { JsonNumber } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('JSON');

/** Parses like JSON.parse, but keeps the text of numbers. */
function parseLoosely(text) {
  const numbers = [];
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    (token[0] === '"' ? token : `{"%n":${numbers.push(token) - 1}}`));
  return JSON.parse(marked, (key, value) =>
    (value && typeof value === 'object' && Object.hasOwn(value, '%n') ? new JsonNumber(numbers[value['%n']]) : value));
}

const loosely = (bytes, right, change = (text) => text) => {
  let body;
  try {
    body = parseLoosely(change(bytes.toString('utf8')));
  } catch {
    return right(bytes);
  }
  return body && typeof body === 'object' && !Array.isArray(body) && !(body instanceof JsonNumber) ? body : right(bytes);
};

fault('json-prototype-ids', 'IDM-1 IDM-2', 'Transactions are kept in a plain object, so the id "constructor" is already there.',
  () => ({ 'known.find': async (right, id, ...rest) => {
    const table = {};
    return (await right(id, ...rest)) ?? (table[id] && { kind: 'unknown' });
  } }),
  '200', async (c) => codes(await c.debit({ tx: 'constructor' })));

fault('json-proto-id-not-stored', 'IDM-1 IDM-3', 'object["__proto__"] = record stores nothing, so the transaction "__proto__" is applied at every repeat.',
  () => ({ 'store.findTransaction': async (right, id, context) => (id === '__proto__' ? undefined : right(id, context)),
    'debit.checkRound': (right, order) => (order.id === '__proto__' ? undefined : right(order)) }),
  '999999.00', async (c) => {
    await c.debit({ tx: '__proto__', round: 'r' });
    return (await c.debit({ tx: '__proto__', round: 'r' })).amount;
  });

fault('json-proto-round-always-open', 'RND-1 RND-4', 'Rounds are kept in a plain object, so the round "toString" counts as taken.',
  () => ({ 'store.findRound': (right, account, round) => right(account, round) ?? (round in {} ? { state: 'Bet' } : undefined) }),
  '200', async (c) => codes(await c.debit({ round: 'toString' })));

fault('json-duplicate-keys', 'D-38', 'Of duplicate keys the last one wins, as in JSON.parse.',
  () => ({ 'http.parseBody': (right, bytes) => loosely(bytes, right) }),
  '422', async (c) => codes(await c.debit({}, { text: c.body('debit', {}).replace('{', '{"transactionId":"first",') })));

fault('json-trailing-bytes', 'D-38', 'Only the first JSON value is decoded, and what follows is ignored (Go Decoder).',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/\}[^}"]*$/, '}'))) }),
  '422', async (c) => codes(await c.debit({}, { text: `${c.body('debit', {})} garbage` })));

fault('json-second-value-wins', 'D-38', 'Two JSON objects in one body are merged.',
  () => ({ 'http.parseBody': (right, bytes) => {
    const text = bytes.toString('utf8');
    return right(Buffer.from(text.replace(/\}\s*\{(?="reason")/, ',')));
  } }),
  '422', async (c) => codes(await c.debit({}, { text: `${c.body('debit', { reason: 'bet' }).replace('"reason":"bet"', '"x":1')}{"reason":"bet"}` })));

fault('json-invalid-utf8', 'D-38 IDM-1', 'Invalid UTF-8 becomes U+FFFD, so different ids become one.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8'))) }),
  '422', async (c) => codes(await c.debit({}, { text: Buffer.from(c.body('debit', { tx: 'bad-é' }), 'latin1') })));

fault('json-any-case-keys', 'WAL-4 WAL-8', 'Field names are matched in any case (Go, .NET), so an unknown field PLAYERID replaces playerId.',
  () => ({ 'http.parseBody': (right, ...args) => {
    const body = right(...args);
    for (const key of Object.keys(body)) if (key.toLowerCase() === 'playerid') body.playerId = body[key];
    return body;
  } }),
  '200', async (c) => codes(await c.debit({ more: { PLAYERID: 'player-2' } })));

fault('json-comments-accepted', 'D-38', 'Comments in the body are removed before it is parsed.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/\/\*.*?\*\//g, ''))) }),
  '422', async (c) => codes(await c.debit({}, { text: `${c.body('debit', {})}/* end */` })));

fault('json-comment-like-ids', 'IDM-1 D-36', 'Comment removal runs over strings too, so the ids "a/*1*/" and "a" are one.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/\/\*.*?\*\//g, ''))) }),
  '998000.00', async (c) => {
    await c.debit({ tx: 'a', round: 'r1', amount: '1000.00' });
    await c.debit({ tx: 'a/*1*/', round: 'r2', amount: '1000.00' });
    return c.balance();
  });

fault('json-trailing-comma-accepted', 'D-38', 'A trailing comma is accepted.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/,\s*\}/g, '}'))) }),
  '422', async (c) => codes(await c.debit({}, { text: c.body('debit', {}).replace(/\}$/, ',}') })));

fault('json-leading-zeros-accepted', 'D-38', 'A number with a leading zero is accepted.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/:0+(?=\d)/g, ':'))) }),
  '422', async (c) => codes(await c.debit({ amount: '01.00' })));

fault('json-id-by-regexp', 'IDM-1', 'The id is cut from the raw body without unescaping, so a repeat written with \\u escapes is applied again.',
  () => ({ 'http.parseBody': (right, bytes) => {
    const body = right(bytes);
    const id = /"transactionId"\s*:\s*"([^"]*)"/.exec(bytes.toString('utf8'));
    if (id) body.transactionId = id[1];
    return body;
  },
  'debit.checkRound': () => {} }),
  '999999.00', async (c) => {
    const text = c.body('debit', { tx: 'bet-x' });
    await c.debit({}, { text });
    return (await c.debit({}, { text: text.replace('bet-x', 'bet\\u002dx') })).amount;
  });

fault('json-amount-by-regexp', 'WAL-15 WAL-10', 'The first "amount" in the body is taken, so freeRoundData in front of the payout is paid out.',
  () => ({ 'http.parseBody': (right, bytes) => {
    const body = right(bytes);
    const amount = /"amount"\s*:\s*([-\d.eE+]+)/.exec(bytes.toString('utf8'));
    if (amount && body.payout) body.payout.amount = new JsonNumber(amount[1]);
    return body;
  } }),
  '1000003.00', async (c) => {
    const bet = await c.bet({ reason: 'freeround', amount: '0' });
    const text = c.body('credit', { ...bet, reason: 'freeround', amount: '3.00' });
    const free = '{"freeRoundData":{"campaign":"c","value":{"amount":9.00,"currency":"EUR"}},';
    return (await c.credit({}, { text: text.replace('{', free) })).amount;
  });

fault('json-deep-merge-into-defaults', 'WAL-5', 'The body is merged into a shared defaults object, so a field left out keeps the value of an earlier request.',
  () => {
    const last = {};
    return { 'http.parseBody': (right, ...args) => {
      const body = right(...args);
      if (body.reason !== undefined) last.reason = body.reason;
      if (body.payout && typeof body.payout === 'object') {
        if (body.payout.amount !== undefined) last.amount = body.payout.amount;
        else body.payout.amount = last.amount;
      }
      return body;
    } };
  },
  '422', async (c) => {
    await c.credit({ ...await c.bet(), amount: '7.00' });
    return codes(await c.credit({ ...await c.bet(), payout: {} }));
  });

fault('json-array-body-accepted', 'D-38', 'A body that is an array with one object is processed.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/^\s*\[(.*)\]\s*$/s, '$1'))) }),
  '422', async (c) => codes(await c.debit({}, { text: `[${c.body('debit', {})}]` })));

fault('json-null-body-500', 'ERR-4', 'The body null is dereferenced, which answers 500 although nothing was written.',
  () => ({ 'http.parseBody': (right, bytes, ctx) => {
    ctx.nullBody = bytes.toString('utf8') === 'null';
    return right(bytes);
  },
  'error.status': (right, error, ctx) => (ctx?.nullBody ? 500 : right(error)) }),
  '422', async (c) => codes(await c.debit({}, { text: 'null' })));

fault('json-deep-nesting-500', 'ERR-4 D-38', 'Deep nesting overflows the parser and answers 500.',
  () => ({ 'http.parseBody': (right, bytes, ctx) => {
    ctx.deep = bytes.includes('[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[');
    return right(bytes);
  },
  'error.status': (right, error, ctx) => (ctx?.deep ? 500 : right(error)) }),
  '422', async (c) => codes(await c.debit({}, { text: `{"transactionId":${'['.repeat(3000)}${']'.repeat(3000)}}` })));

fault('json-numeric-ids-accepted', 'D-36 IDM-1', 'A number as an id is turned into text, so 7 and "7" are one.',
  () => ({ 'id.read': (right, body, field) => {
    if (body[field] instanceof JsonNumber) body[field] = String(Number(body[field].text));
    return right(body, field);
  } }),
  '422', async (c) => codes(await c.debit({ more: { transactionId: new JsonNumber('7') } })));

fault('json-null-id-accepted', 'D-36 IDM-1', 'A null id becomes the text "null".',
  () => ({ 'id.read': (right, body, field) => right({ [field]: String(body[field]) }, field) }),
  '422', async (c) => codes(await c.debit({ more: { transactionId: null } })));

fault('json-surrogates-accepted', 'D-36', 'Unpaired surrogates in ids are stored as U+FFFD.',
  () => ({ 'id.read': (right, body, field) => right({ [field]: typeof body[field] === 'string' ? body[field].replace(/\p{Surrogate}/gu, '\ufffd') : body[field] }, field) }),
  '422', async (c) => codes(await c.debit({}, { text: c.body('debit', { tx: 'lone' }).replace('"lone"', '"lone\\ud800"') })));

fault('json-missing-reason-500', 'ERR-4', 'reason.toLowerCase() on a null reason answers 500 before anything is written.',
  () => ({ 'reason.check': (right, body, required) => {
    if (required && body.reason === null) refuse('bad-reason', 'crash');
    return right(body, required);
  },
  'error.status': (right, error) => (error.message === 'crash' ? 500 : right(error)) }),
  '422', async (c) => codes(await c.debit({ more: { reason: null } })));

fault('json-control-characters-accepted', 'D-38', 'A raw newline inside a string is accepted.',
  () => ({ 'http.parseBody': (right, bytes) => right(Buffer.from(bytes.toString('utf8').replace(/\n(?=[a-z])/g, '\\n'))) }),
  '422', async (c) => codes(await c.debit({}, { text: c.body('debit', { more: { note: 'oneXtwo' } }).replace('oneXtwo', 'one\ntwo') })));

module.exports = faults;
