'use strict';

const { JsonNumber } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('Errors and times');
const poor = (c) => c.debit({ amount: '2000000.00' });
const unsigned = (c) => c.debit({}, { signature: 'ab'.repeat(64) });
const wrongBody = (c) => c.debit({}, { text: '{"transactionId":' });

/** Defines a fault under which refusals with these codes get another status. */
function otherStatus(name, rules, summary, refused, status, expected, check) {
  fault(name, rules, summary, () => ({ 'error.status': (right, error) => (refused.includes(error.code) ? status : right(error)) }),
    expected, async (c) => codes(await check(c)));
}

otherStatus('error-funds-422', 'ERR-2', 'Insufficient funds answer 422.', ['insufficient-funds'], 422, '409', poor);
otherStatus('error-funds-402', 'ERR-2', 'Insufficient funds answer 402 Payment Required.', ['insufficient-funds'], 402, '409', poor);
otherStatus('error-funds-400', 'ERR-2', 'Insufficient funds answer 400.', ['insufficient-funds'], 400, '409', poor);
otherStatus('error-funds-403', 'ERR-2', 'Insufficient funds answer 403.', ['insufficient-funds'], 403, '409', poor);
otherStatus('error-funds-500', 'ERR-4 ERR-2', 'Insufficient funds answer 500, although nothing was written.', ['insufficient-funds'], 500, '409', poor);
otherStatus('error-signature-403', 'SIG-13 ERR-2', 'A wrong signature answers 403.', ['unverified'], 403, '401', unsigned);
otherStatus('error-signature-400', 'SIG-13 ERR-2', 'A wrong signature answers 400.', ['unverified'], 400, '401', unsigned);
otherStatus('error-signature-422', 'SIG-13 ERR-2', 'A wrong signature answers 422.', ['unverified'], 422, '401', unsigned);
otherStatus('error-signature-500', 'SIG-13 ERR-4', 'A wrong signature answers 500, which brings a rollback.', ['unverified'], 500, '401', unsigned);
otherStatus('error-malformed-400', 'D-38', 'A malformed body answers 400, which no callback may answer.', ['malformed'], 400, '422', wrongBody);
otherStatus('error-malformed-500', 'ERR-4', 'A malformed body answers 500, although nothing was written.', ['malformed'], 500, '422', wrongBody);
otherStatus('error-invalid-400', 'D-20', 'A wrong amount answers 400 with a list of fields.', ['bad-amount', 'bad-id'], 400, '422', (c) => c.debit({ amount: '-1' }));
otherStatus('error-unknown-player-409', 'ERR-2', 'An unknown player answers 409.', ['unknown-player'], 409, '422', (c) => c.debit({ player: 'nobody' }));
otherStatus('error-unknown-player-404', 'D-16', 'An unknown player answers 404 on a debit.', ['unknown-player'], 404, '422', (c) => c.debit({ player: 'nobody' }));
otherStatus('error-unknown-player-500', 'ERR-4', 'An unknown player answers 500, although nothing was written.', ['unknown-player'], 500, '422', (c) => c.debit({ player: 'nobody' }));
otherStatus('error-debit-token-401', 'ERR-2 D-17', 'An unknown token on a debit answers 401.', ['token-mismatch'], 401, '422', (c) => c.debit({ token: 'nobody' }));
otherStatus('error-round-exists-409', 'ERR-2 D-22', 'A second debit in a round answers 409 Conflict.', ['round-exists'], 409, '422', async (c) => {
  await c.debit({ round: 'one' });
  return c.debit({ round: 'one' });
});
otherStatus('error-round-closed-409', 'ERR-2 D-23', 'A second settlement answers 409 Conflict.', ['round-closed'], 409, '422', async (c) => {
  const bet = await c.bet();
  await c.credit(bet);
  return c.rollback(bet);
});
otherStatus('error-unknown-debit-404', 'D-24', 'A credit whose debit is unknown answers 404.', ['unknown-debit'], 404, '422', (c) => c.credit({ ref: 'unknown' }));
otherStatus('error-unknown-debit-500', 'ERR-4 D-24', 'A credit whose debit is unknown answers 500, although nothing was written.', ['unknown-debit'], 500, '422', (c) => c.credit({ ref: 'unknown' }));
otherStatus('error-unknown-debit-409', 'ERR-2 D-24', 'A credit whose debit is unknown answers 409.', ['unknown-debit'], 409, '422', (c) => c.credit({ ref: 'unknown' }));
otherStatus('error-id-taken-409', 'ERR-2 D-21', 'The id of another kind answers 409 Conflict.', ['id-taken'], 409, '422', async (c) => {
  const bet = await c.bet();
  return c.credit({ ...bet, tx: bet.tx });
});

fault('error-funds-200', 'ERR-2', 'Insufficient funds answer 200 with a message.',
  () => ({ 'error.status': (right, error) => (error.code === 'insufficient-funds' ? 200 : right(error)) }),
  '409', async (c) => codes(await poor(c)));

fault('error-funds-200-unchanged', 'ERR-2 WAL-4', 'Insufficient funds answer 200 with the unchanged balance, so the bet counts as placed.',
  ({ store, money }) => ({ 'error.answer': (right, error, ctx) => {
    if (error.code !== 'insufficient-funds') return right(error, ctx);
    const { balance, currency } = store.findAccount(ctx.body.playerId);
    return { status: 200, body: { operatorTransactionId: 'none', balance: { amount: money.formatAmount(balance, currency), currency, updatedAt: new Date().toISOString() } } };
  } }),
  '409', async (c) => codes(await poor(c)));

fault('error-funds-partial', 'ERR-2 WAL-4', 'When funds are short the debit takes what is left and answers 200.',
  () => ({ 'judge.debit': (right, order, ctx) => right({ ...order, amount: order.amount > order.account.balance ? order.account.balance : order.amount }, ctx) }),
  '409', async (c) => codes(await poor(c)));

fault('error-funds-closes-round', 'D-27 ERR-2', 'A debit refused with 409 leaves its round taken, so the next bet in it is refused.',
  ({ store }) => ({ 'judge.debit': (right, order, ctx) => {
    try {
      return right(order, ctx);
    } catch (error) {
      if (error.code === 'insufficient-funds') store.rounds.set(store.roundKey(order.account.id, order.round), { id: order.round, state: 'Failed', debit: order.id });
      throw error;
    }
  } }),
  '409 200', async (c) => codes(await c.debit({ round: 'one', amount: '2000000.00' }), await c.debit({ round: 'one' })));

fault('error-funds-stored', 'ERR-2 D-27', 'A debit refused with 409 is stored as failed, and its repeat answers 200.',
  () => ({ 'judge.debit': (right, order, ctx) => {
    const { amount } = order;
    if (amount <= order.account.balance) return right(order, ctx);
    ctx.refused = true;
    return right({ ...order, amount: 0n }, ctx);
  },
  'after.apply': async (right, write, order, ctx) => {
    if (ctx.refused) refuse('insufficient-funds', 'Insufficient funds.');
  } }),
  '409 409', async (c) => {
    const text = c.body('debit', { amount: '2000000.00' });
    return codes(await c.debit({}, { text }), await c.debit({}, { text }));
  });

fault('error-funds-locks-account', 'ERR-2', 'After an answer of 409 every bet of the player is refused for five seconds.',
  () => {
    const until = new Map();
    return { 'debit.checkFunds': (right, order) => {
      if (until.get(order.account.id) > Date.now()) refuse('insufficient-funds', 'The account is locked.');
      try {
        right(order);
      } catch (error) {
        until.set(order.account.id, Date.now() + 5000);
        throw error;
      }
    } };
  },
  '409 200', async (c) => codes(await poor(c), await c.debit()));

fault('error-without-message', 'GEN-7', 'Errors carry the field error instead of message.',
  () => ({ 'error.body': (right, error) => ({ error: error.message }) }),
  'string', async (c) => typeof (await poor(c)).message);

fault('error-message-object', 'GEN-7', 'message is an object with a text for each field.',
  () => ({ 'error.body': (right, error) => ({ message: { amount: [error.message] } }) }),
  'string', async (c) => typeof (await c.debit({ amount: '-1' })).message);

fault('error-message-nested', 'GEN-7', 'Errors are nested: { error: { message } }.',
  () => ({ 'error.body': (right, error) => ({ error: { code: error.status, message: error.message } }) }),
  'string', async (c) => typeof (await poor(c)).message);

fault('error-message-empty', 'GEN-7', 'message is empty.',
  () => ({ 'error.body': () => ({ message: '' }) }),
  'true', async (c) => String(Boolean((await poor(c)).message)));

fault('error-message-generic', 'GEN-7', 'Every refusal says Bad Request, whatever is wrong.',
  () => ({ 'error.body': () => ({ message: 'Bad Request' }) }),
  'true', async (c) => String((await poor(c)).message !== (await c.debit({ amount: '-1' })).message));

fault('error-html', 'GEN-7', 'Errors are HTML pages of the framework.',
  () => ({ 'http.render': (right, answer, ctx) => {
    if (answer.status < 400) return right(answer, ctx);
    return { status: answer.status, headers: [['Content-Type', 'text/html']], bytes: Buffer.from(`<h1>${answer.status}</h1>`) };
  } }),
  'string', async (c) => typeof (await poor(c)).message);

fault('error-problem-json', 'GEN-7', 'Errors follow RFC 9457 with title and detail, without message (.NET).',
  () => ({ 'error.body': (right, error) => ({ type: 'about:blank', title: 'Refused', status: error.status, detail: error.message }) }),
  'string', async (c) => typeof (await poor(c)).message);

fault('error-stack-trace', 'SIG-17 GEN-7', 'Errors carry a stack trace.',
  () => ({ 'error.body': (right, error) => ({ ...right(error), stack: error.stack }) }),
  'false', async (c) => String(/\bat .*:\d+:\d+/.test((await poor(c)).text)));

fault('error-leaks-signature', 'SIG-13 SIG-17', 'The 401 answers with the signature that it expected.',
  () => ({ 'verify.matches': (right, given, expected, ctx) => {
    ctx.expected = expected;
    return right(given, expected);
  },
  'error.body': (right, error, ctx) => (error.code === 'unverified' && ctx.expected ? { message: `Expected signature ${ctx.expected}` } : right(error)) }),
  'false', async (c) => {
    let valid;
    const response = await c.debit({}, { signature: (s) => (valid = s) && s.replace(/.$/, (d) => (d === '0' ? '1' : '0')) });
    return String(response.text.includes(valid));
  });

fault('error-leaks-secret', 'SIG-17', 'The 401 answers with the first characters of the secret, to help with debugging.',
  ({ config }) => ({ 'error.body': (right, error) => (error.code === 'unverified' ? { message: `Wrong signature for key ${config.secrets[0].slice(0, 8)}...` } : right(error)) }),
  'false', async (c) => String((await unsigned(c)).text.includes('selfchec')));

fault('error-leaks-signed-string', 'SIG-17 SIG-13', 'The 401 answers with the string that was signed, the session token in it.',
  () => ({ 'error.body': (right, error, ctx) => (error.code === 'unverified' ? { message: `Signed: ${ctx.path}|${ctx.query ?? ctx.rawBody}` } : right(error)) }),
  'false', async (c) => String((await unsigned(c)).text.includes('token-1')));

fault('error-leaks-sql', 'GEN-7', 'A refusal shows the SQL statement with the balance of the player.',
  () => ({ 'error.body': (right, error) => (error.code === 'insufficient-funds' ? { message: 'SQLSTATE[23514]: CHECK (balance >= 0), UPDATE accounts SET balance = balance - ? WHERE id = 1' } : right(error)) }),
  'false', async (c) => String(/SQLSTATE/.test((await poor(c)).text)));

fault('error-credit-503-after-write', 'ERR-3 IDM-2', 'A credit is stored, and its answer is 503 every time, so it is retried for three days.',
  () => ({ process: async (right, kind, id, ctx) => {
    const answer = await right(kind, id, ctx);
    return kind === 'credit' ? { status: 503, body: { message: 'Try later.' } } : answer;
  },
  replay: async (right, tx, kind, ctx) => (kind === 'credit' ? { status: 503, body: { message: 'Try later.' } } : right(tx, kind, ctx)) }),
  '200', async (c) => codes(await c.credit(await c.bet())));

fault('error-debit-500-always-first', 'ERR-4', 'The first debit after a start answers 500 before anything is written (cold cache).',
  () => {
    let warm = false;
    return { process: async (right, kind, id, ctx) => {
      if (kind === 'debit' && !warm) {
        warm = true;
        return { status: 500, body: { message: 'Cache is loading.' } };
      }
      return right(kind, id, ctx);
    } };
  },
  '200', async (c) => codes(await c.debit()));

fault('error-rollback-500-unwritten', 'ERR-4', 'A rollback of an unknown debit throws and answers 500, although nothing was written.',
  () => ({ 'judge.unknownRollback': () => refuse('malformed', 'null reference'),
    'error.status': (right, error) => (error.message === 'null reference' ? 500 : right(error)) }),
  '200', async (c) => codes(await c.rollback({ ref: 'unknown', round: 'r' })));

// Source addresses

const onlyOther = { config: { sources: ['192.0.2.1'] } };

fault('source-ignored', 'NET-2', 'The list of source addresses is not applied.',
  () => ({ 'verify.source': () => true }),
  '401', async (c) => codes(await c.player()), onlyOther);

fault('source-forwarded-trusted', 'NET-2 D-35', 'X-Forwarded-For is believed from anybody.',
  ({ config }) => ({ 'verify.source': (right, ctx) => right(ctx) || config.sources.includes(ctx.req.headers['x-forwarded-for']) }),
  '401', async (c) => codes(await c.player('token-1', { headers: [['X-Forwarded-For', '192.0.2.1']] })), onlyOther);

fault('source-403', 'NET-2 ERR-2', 'Another source address answers 403.',
  () => ({ 'error.status': (right, error) => (error.code === 'source' ? 403 : right(error)) }),
  '401', async (c) => codes(await c.player()), onlyOther);

fault('source-checked-on-post-only', 'NET-2', 'The source address is checked on movements only.',
  () => ({ 'verify.source': (right, ctx) => ctx.method === 'GET' || right(ctx) }),
  '401', async (c) => codes(await c.player()), onlyOther);

// Times in answers

const isUtc = (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/.test(text);
const updatedAt = async (c) => String(isUtc((await c.debit()).json?.balance?.updatedAt));

function otherTime(name, summary, format, expected = 'true', check = updatedAt) {
  fault(name, 'GEN-3 WAL-13 D-50', summary, () => ({ 'time.format': (right, millis) => format(millis, right) }), expected, check);
}

otherTime('time-local-offset', 'Times are written with a local offset.',
  (millis) => new Date(millis + 7_200_000).toISOString().replace('Z', '+02:00'));
otherTime('time-without-zone', 'Times are written without a zone.', (millis, right) => right(millis).replace('Z', ''));
otherTime('time-sql', 'Times are written as in SQL: a space instead of T, and no zone.', (millis, right) => right(millis).replace('T', ' ').slice(0, 19));
otherTime('time-epoch', 'Times are written as numbers of milliseconds.', (millis) => new JsonNumber(String(millis)));
otherTime('time-rfc1123', 'Times are written as in HTTP headers.', (millis) => new Date(millis).toUTCString());
otherTime('time-local-labelled-utc', 'Local time is written with a Z, so it is two hours ahead.',
  (millis, right) => right(millis + 7_200_000), 'true', async (c) =>
    String(Math.abs(Date.parse((await c.debit()).json?.balance?.updatedAt) - Date.now()) < 60_000));
otherTime('time-dotnet', 'Times are written as /Date(1700000000000)/.', (millis) => `/Date(${millis})/`);

fault('time-updated-missing', 'WAL-13 D-50', 'balance.updatedAt is missing.',
  () => ({ 'result.balance': (right, ...args) => ({ ...right(...args), updatedAt: undefined }) }),
  'true', updatedAt);

fault('time-updated-null', 'WAL-13 D-50', 'balance.updatedAt is null.',
  () => ({ 'result.balance': (right, ...args) => ({ ...right(...args), updatedAt: null }) }),
  'true', updatedAt);

fault('result-currency-missing', 'WAL-13', 'balance.currency is missing in movements.',
  () => ({ 'result.of': (right, ...args) => {
    const result = right(...args);
    return { ...result, balance: { ...result.balance, currency: undefined } };
  } }),
  'EUR', async (c) => String((await c.debit()).json?.balance?.currency));

fault('result-balance-flat', 'WAL-13', 'The balance of a movement is a plain number.',
  () => ({ 'result.of': (right, ...args) => {
    const result = right(...args);
    return { ...result, balance: result.balance.amount };
  } }),
  '999999.00', async (c) => String((await c.debit()).amount));

fault('result-operator-id-missing', 'WAL-13', 'The credit answers without operatorTransactionId.',
  () => ({ 'result.of': (right, tx, ctx) => (tx.kind === 'credit' ? { ...right(tx, ctx), operatorTransactionId: undefined } : right(tx, ctx)) }),
  'string', async (c) => typeof (await c.credit(await c.bet())).op);

fault('result-operator-id-null', 'WAL-13', 'operatorTransactionId is null when nothing moves.',
  () => ({ 'result.of': (right, tx, ctx) => (tx.amount === 0n ? { ...right(tx, ctx), operatorTransactionId: null } : right(tx, ctx)) }),
  'string', async (c) => typeof (await c.debit({ amount: '0' })).op);

module.exports = faults;
