'use strict';

const zlib = require('node:zlib');
const { JsonNumber, stringify } = require('./json');
const { refuse } = require('./refusal');

const VARIANTS = [];

/** Collects a variant: right by the specification, but unusual. `check` shows that it differs. */
function variant(name, rules, summary, reason, parts, expected, check) {
  VARIANTS.push({ name, rules, summary, reason, ...parts, expected, check });
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Indents JSON without touching its strings. */
const pretty = (json) => `\r\n${json.replace(/("(?:[^"\\]|\\.)*")|([{,])|(\})|(:)/g, (all, text, open, close) =>
  text ?? (open ? `${open}\r\n\t ` : close ? '\r\n}' : ' : '))}\r\n`;
const poor = (c) => c.debit({ amount: '2000000.00' });
const shape = (response) => `${response.status} ${response.bytes.length === 0 ? 'empty' : 'body'}`;
const onRender = (change) => ({ hooks: () => ({ 'http.render': (right, answer, ctx) => change(right(answer, ctx), answer, ctx) }) });
const emptyBody = (code, headers = []) => ({ hooks: () => ({ 'error.answer': (right, error, ctx) =>
  (error.code === code ? { status: error.status, body: undefined, headers } : right(error, ctx)),
'http.render': (right, answer, ctx) => {
  const response = right(answer, ctx);
  return { ...response, headers: [...response.headers, ...(answer.headers ?? [])] };
} }) });

// Statuses and bodies

variant('status-409-empty', 'ERR-2 GEN-7', '409 has no body.',
  'The specification asks for a body "wherever an error carries an explanation"; 409 has one meaning and explains itself.',
  emptyBody('insufficient-funds'), '409 empty', async (c) => shape(await poor(c)));

variant('status-401-empty', 'SIG-13 ERR-2', '401 has no body, and carries WWW-Authenticate.',
  'Only the status is required, and HTTP asks for the header.',
  emptyBody('unverified', [['WWW-Authenticate', 'Signature']]), '401 empty', async (c) => shape(await c.player('token-1', { signature: '0' })));

variant('status-404-empty', 'WAL-12 D-30', 'The 404 of a lookup has no body.',
  'The specification does not show the answer for an unknown transaction; both cases answer alike.',
  emptyBody('unknown-transaction'), '404 empty', async (c) => shape(await c.lookup('unknown')));

variant('player-token-422', 'WAL-2 D-15', 'An unknown token answers 422.',
  'The error statuses of /player are not shown; D-15 prefers 403, and a suite may only observe.',
  { hooks: () => ({ 'error.status': (right, error) => (error.code === 'unknown-token' ? 422 : right(error)) }) },
  '422', async (c) => String((await c.player('nobody')).status));

variant('debit-500-written', 'ERR-4 DEL-2 IDM-2', 'Every 20th debit is stored and answers 500; its repeat answers 200 with the stored result.',
  'ERR-4: 500 says that something was written, and the rollback that follows returns the stake.',
  { hooks: () => {
    let count = 0;
    return { process: async (right, kind, id, ctx) => {
      const answer = await right(kind, id, ctx);
      return kind === 'debit' && ++count % 20 === 0 ? { status: 500, body: { message: 'The transaction was created, then an error occurred.' } } : answer;
    } };
  } },
  '1', async (c) => {
    let failed = 0;
    for (let n = 0; n < 20; n++) if ((await c.debit()).status === 500) failed++;
    return String(failed);
  });

variant('settlement-503-first', 'DEL-1 D-29 D-32', 'Every 10th new settlement answers 503 with Retry-After before it is tried; the retry succeeds.',
  'A settlement that could not be tried may be tried again; nothing was written.',
  { hooks: () => {
    let count = 0;
    return { process: async (right, kind, id, ctx) => {
      if (kind !== 'debit' && ++count % 10 === 0) refuse('busy', 'The wallet is busy. Send the settlement again.');
      return right(kind, id, ctx);
    } };
  } },
  '503 200', async (c) => {
    for (let n = 0; n < 9; n++) await c.rollback({ ref: `unknown-${n}`, round: `r-${n}` });
    const text = c.body('credit', await c.bet());
    return `${(await c.credit({}, { text })).status} ${(await c.credit({}, { text })).status}`;
  });

variant('busy-503', 'DEL-1 D-29 D-32', 'More than 4 settlements at a time answer 503 with nothing written.',
  'A settlement may be tried again later; debits are not refused.',
  { hooks: () => {
    let running = 0;
    return { 'http.dispatch': async (right, ctx) => {
      if (!['credit', 'rollback'].includes(ctx.route.name)) return right(ctx);
      if (running >= 4) refuse('busy', 'The wallet is busy. Send the settlement again.');
      running++;
      try {
        await sleep(10);
        return await right(ctx);
      } finally {
        running--;
      }
    } };
  } },
  'some 503', async (c) => ((await Promise.all(Array.from({ length: 8 }, (_, n) => c.rollback({ ref: `u-${n}`, round: `r-${n}` })))).some((r) => r.status === 503) ? 'some 503' : 'none'));

// Transport

const send = (change) => ({ hooks: () => ({ 'http.send': change }) });

variant('chunked', 'GEN-8', 'Answers are sent in chunks, without Content-Length.', 'HTTP/1.1 allows it.',
  send((right, res, response) => {
    res.writeHead(response.status, response.headers.flat());
    for (let at = 0; at < response.bytes.length; at += 7) res.write(response.bytes.subarray(at, at + 7));
    res.end();
  }), 'chunked', async (c) => String((await c.player()).header('transfer-encoding')));

variant('answer-in-pieces', 'GEN-8', 'The body follows the headers 20 ms later, in two packets.', 'HTTP does not bind messages to packets.',
  send((right, res, response, ctx) => {
    res.writeHead(response.status, [...response.headers, ['Content-Length', String(response.bytes.length)], ...(ctx.unread ? [['Connection', 'close']] : [])].flat());
    res.flushHeaders();
    const half = response.bytes.length >> 1;
    setTimeout(() => {
      res.write(response.bytes.subarray(0, half));
      setTimeout(() => res.end(response.bytes.subarray(half)), 20);
    }, 20);
  }), 'slow', async (c) => {
    const started = Date.now();
    await c.player();
    return Date.now() - started >= 35 ? 'slow' : 'fast';
  });

variant('connection-close', 'GEN-8', 'Every answer carries Connection: close.', 'HTTP/1.1 leaves it to the server.',
  onRender((response) => ({ ...response, headers: [...response.headers, ['Connection', 'close']] })),
  'close', async (c) => String((await c.player()).header('connection')));

variant('connection-five-requests', 'GEN-8', 'A connection is closed after five answers.', 'HTTP/1.1 leaves it to the server; the last answer says Connection: close.',
  { hooks: () => {
    const counts = new WeakMap();
    return { 'http.render': (right, answer, ctx) => {
      const response = right(answer, ctx);
      const count = (counts.get(ctx.req.socket) ?? 0) + 1;
      counts.set(ctx.req.socket, count);
      return count % 5 === 0 ? { ...response, headers: [...response.headers, ['Connection', 'close']] } : response;
    } };
  } },
  'close', async (c) => {
    const bytes = () => c.request({ path: 'player', query: 'gameId=crash&token=token-1' });
    const responses = await c.exchange([Buffer.concat(Array.from({ length: 5 }, bytes))], Array(5).fill('GET'));
    return String(responses[4].header('connection'));
  });

variant('interim-response', 'GEN-8', 'A 103 Early Hints goes before each answer to a POST.', 'HTTP/1.1 clients must skip interim responses.',
  send((right, res, response, ctx) => {
    if (ctx.method === 'POST') res.writeEarlyHints({ link: '</style.css>; rel=preload' });
    return right(res, response, ctx);
  }));

variant('gzip-when-asked', 'GEN-8', 'Answers are compressed when Accept-Encoding has gzip, and only then.', 'HTTP content negotiation; Content-Encoding says so.',
  onRender((response, answer, ctx) => {
    if (!response.bytes.length || !/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(ctx.req.headers['accept-encoding'] ?? '')) return response;
    return { ...response, headers: [...response.headers, ['Content-Encoding', 'gzip'], ['Vary', 'Accept-Encoding']], bytes: zlib.gzipSync(response.bytes) };
  }), 'gzip none', async (c) => `${(await c.player('token-1', { headers: [['Accept-Encoding', 'gzip, br']] })).header('content-encoding') ?? 'none'} ${(await c.player('token-1', { headers: [['Accept-Encoding', 'identity']] })).header('content-encoding') ?? 'none'}`);

variant('headers-unusual', 'GEN-8', 'Header names are in lower case, Set-Cookie is sent twice, and there are headers nobody asked for.', 'Header names have no case, and unknown headers are to be ignored.',
  onRender((response) => ({ ...response, headers: [...response.headers.map(([name, value]) => [name.toLowerCase(), value]),
    ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['x-powered-by', 'wallet'], ['x-replayed', 'maybe'], ['cache-control', 'no-store']] })),
  'a=1', async (c) => String((await c.player()).header('set-cookie')));

variant('content-type-charset', 'GEN-2', 'Answers carry Application/JSON; Charset="UTF-8".', 'Media types and parameter names have no case; a charset of UTF-8 changes nothing.',
  onRender((response) => ({ ...response, headers: response.headers.map(([name, value]) => [name, name === 'Content-Type' ? 'Application/JSON; Charset="UTF-8"' : value]) })),
  'Application/JSON; Charset="UTF-8"', async (c) => String((await c.player()).header('content-type')));

variant('no-date-header', 'GEN-8', 'Answers carry no Date header.', 'A server without a clock it trusts may leave it out.',
  send((right, res, response, ctx) => {
    res.sendDate = false;
    return right(res, response, ctx);
  }), 'none', async (c) => (await c.player()).header('date') ?? 'none');

variant('latency-100', 'WAL-4 D-34', 'Every storage call takes 100 ms.', 'The specification names no time limit; D-34 allows 10 s.',
  { hooks: () => ({ 'store.latency': () => sleep(100) }) },
  'slow', async (c) => {
    const started = Date.now();
    await c.player();
    return Date.now() - started >= 95 ? 'slow' : 'fast';
  });

variant('one-at-a-time', 'IDM-3', 'Requests are served strictly one after the other.', 'Parallel service is not required.',
  { hooks: () => {
    let tail = Promise.resolve();
    return { 'http.dispatch': (right, ctx) => {
      const mine = tail.then(() => right(ctx));
      tail = mine.catch(() => {});
      return mine;
    } };
  } });

variant('ipv6', 'GEN-8', 'The wallet listens on ::1.', 'The specification does not tie callbacks to IPv4.', { config: { host: '::1' } },
  'true', async (c) => String(c.host === '::1'));

variant('prefix-deep', 'SIG-3', 'The prefix has more segments, capitals, dots and tildes: /Casino/EU.west/~cb-2.', 'The operator chooses any base path, and the full path is signed.',
  { config: { prefixSuffix: '/Casino/EU.west/~cb-2' } }, 'true', async (c) => String(c.prefix.endsWith('/~cb-2')));

variant('prefix-encoded', 'SIG-3 D-40', 'The prefix has percent escapes: /caf%C3%A9.', 'The path is signed as on the wire.',
  { config: { prefixSuffix: '/caf%C3%A9' } }, 'true', async (c) => String(c.prefix.includes('%C3')));

// Accounts and money

variant('currency-jpy', 'WAL-16 D-19', 'Accounts are in JPY, without decimals.', 'A currency has its own minor unit.',
  { config: { currency: 'JPY', balance: 1_000_000n } }, '1000000', async (c) => c.balance());
variant('currency-kwd', 'WAL-16 D-19', 'Accounts are in KWD, with three decimals.', 'A currency has its own minor unit.',
  { config: { currency: 'KWD', balance: 1_000_000_000n } }, '1000000.000', async (c) => c.balance());
variant('currency-btc', 'WAL-16 D-58', 'Accounts are in BTC, with eight decimals.', 'Crypto has eight decimals.',
  { config: { currency: 'BTC', balance: 10_000_012_345_678n } }, '100000.12345678', async (c) => c.balance());
variant('balance-huge', 'WAL-16 D-20', 'Players have 90,071,992,547,409.93 EUR, more minor units than a double holds.', 'Balances are exact up to 64 bits.',
  { config: { balance: 9_007_199_254_740_993n } }, '90071992547409.93', async (c) => c.balance());
variant('balance-small', 'ERR-2', 'Players have 20.00 EUR.', 'Any balance is allowed; larger stakes are refused with 409.',
  { config: { balance: 2000n } }, '20.00', async (c) => c.balance());

variant('stake-limit', 'D-63', 'Stakes above 100.00 are refused with 422, nothing written.', 'A wallet may limit stakes.',
  { hooks: () => ({ 'debit.checkFunds': (right, order) => {
    if (order.amount > 10_000n) refuse('limit', 'The stake is above the limit of 100.00.');
    return right(order);
  } }) }, '422', async (c) => String((await c.debit({ amount: '100.01' })).status));

variant('campaign-check', 'D-63', 'A free round debit whose campaign is not WELCOME is refused with 422; settlements are not checked.', 'A wallet may check campaigns on the debit.',
  { hooks: () => ({ 'read.debit': async (right, body, id) => {
    if (body.reason === 'freeround' && body.freeRoundData?.campaign !== 'WELCOME') refuse('limit', 'Unknown campaign.');
    return right(body, id);
  } }) }, '422 200', async (c) => {
    const free = (campaign) => ({ amount: '0', reason: 'freeround', more: { freeRoundData: { campaign, value: { amount: new JsonNumber('1.00'), currency: 'EUR' } } } });
    return `${(await c.debit(free('OTHER'))).status} ${(await c.debit(free('WELCOME'))).status}`;
  });

variant('account-ids-unusual', 'WAL-2 WAL-12 D-36', 'accountId is "ácct/1 %:+?".', 'accountId is any string; in a path it is percent-encoded.',
  { config: { accountId: (n) => `ácct/${n} %:+?` } }, 'ácct/1 %:+?', async (c) => String((await c.player()).json?.accountId));

variant('ids-per-account', 'IDM-3 D-52', 'The same transactionId may be used by two accounts.', 'D-52 allows the key (account, id) where the database is distributed by account.',
  { hooks: ({ store }) => ({
    'store.transactionKey': (right, id, context) => {
      const account = context?.account ?? context?.body?.playerId ?? store.findSession(context?.body?.token)?.account;
      return JSON.stringify([account, id]);
    },
    'debit.find': async (right, reference, body) => {
      const tx = await store.findTransaction(reference, { body });
      return tx?.kind === 'debit' ? tx : undefined;
    },
  }) }, '200 200', async (c) => `${(await c.debit({ tx: 'same' })).status} ${(await c.debit({ tx: 'same', player: 2 })).status}`);

// Forms of answers

variant('extra-fields', 'WAL-13', 'Answers carry fields nobody asked for, null and nested ones too.', 'The specification names the fields that must be there.',
  onRender((response, answer) => (answer.body === undefined ? response : { ...response, bytes: Buffer.from(stringify({
    ...answer.body, balance: answer.body.balance && { ...answer.body.balance, bonus: null, locked: new JsonNumber('0.00') },
    status: 'OK', meta: { node: 'w-3', tags: [] }, nothing: null })) })),
  'OK', async (c) => String((await c.player()).json?.status));

const amounts = (format) => ({ hooks: () => ({ 'money.format': (right, ...args) => new JsonNumber(format(right(...args).text)) }) });
variant('number-short', 'WAL-16 D-19', 'Trailing zeros are left out: 1000000, 999998.5.', 'The value is the same.',
  amounts((text) => text.replace(/\.?0+$/, (tail) => (text.includes('.') ? '' : tail))), '1000000', async (c) => c.balance());
variant('number-trailing-zeros', 'WAL-16 D-19', 'Amounts have eight decimals: 1000000.00000000.', 'Trailing zeros do not count.',
  amounts((text) => (text.includes('.') ? text.padEnd(text.indexOf('.') + 9, '0') : text)), '1000000.00000000', async (c) => c.balance());
variant('number-exponent', 'WAL-16 D-19', 'Amounts are in exponent form: 100000000e-2.', 'It is a JSON number with the same value, which D-19 accepts.',
  amounts((text) => (text.includes('.') ? `${text.replace('.', '').replace(/^0+(?=\d)/, '')}e-2` : text)), '100000000e-2', async (c) => c.balance());

variant('json-pretty', 'GEN-2', 'JSON is indented, with CRLF line ends and a newline at the end.', 'White space has no meaning in JSON.',
  onRender((response) => (response.bytes.length ? { ...response, bytes: Buffer.from(pretty(response.bytes.toString('utf8'))) } : response)),
  'true', async (c) => String((await c.player()).text.includes('\r\n')));

variant('json-escaped', 'GEN-2', 'Every letter of a JSON string is written as a \\u escape, field names too.', 'Escapes mean the same characters.',
  onRender((response) => (response.bytes.length ? { ...response, bytes: Buffer.from(response.bytes.toString('utf8').replace(/"((?:[^"\\]|\\.)*)"/g, (all, text) =>
    `"${text.replace(/\\.|[^\\]/g, (char) => (char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))}"`)) } : response)),
  'true', async (c) => String((await c.player()).text.includes('\\u0061')));

variant('json-reversed', 'GEN-2', 'Fields come in the reverse order.', 'The order of fields has no meaning in JSON.',
  onRender((response, answer) => {
    const reversed = (value) => (value && typeof value === 'object' && !(value instanceof JsonNumber)
      ? Object.fromEntries(Object.entries(value).reverse().map(([key, entry]) => [key, reversed(entry)])) : value);
    return answer.body === undefined ? response : { ...response, bytes: Buffer.from(stringify(reversed(answer.body))) };
  }), 'true', async (c) => String((await c.player()).text.startsWith('{"balance"')));

variant('created-at-missing', 'WAL-13 WAL-14', 'createdAt is left out.', 'It is optional, and means the processing time when missing.',
  { hooks: () => ({ 'result.of': (right, ...args) => ({ ...right(...args), createdAt: undefined }) }) },
  'undefined', async (c) => typeof (await c.debit()).json?.createdAt);

variant('time-offset-zero', 'GEN-3 D-10', 'Times end in +00:00 and have microseconds.', 'It is ISO-8601 in UTC.',
  { hooks: () => ({ 'time.format': (right, millis) => right(millis).replace('Z', '000+00:00') }) },
  'true', async (c) => String((await c.debit()).json.createdAt.endsWith('000+00:00')));

variant('time-whole-seconds', 'GEN-3', 'Times have no fraction of a second.', 'ISO-8601 does not require one.',
  { hooks: () => ({ 'time.format': (right, millis) => right(millis).replace(/\.\d+/, '') }) },
  'true', async (c) => String(/:\d\dZ$/.test((await c.debit()).json.createdAt)));

variant('operator-id-unusual', 'WAL-13 WAL-14', 'operatorTransactionId is 200 characters long, with quotes, emoji and non-ASCII letters.', 'It is any string, kept for troubleshooting only.',
  { hooks: () => ({ 'store.nextOperatorId': (right) => `${right()} "é🎲" ${'x'.repeat(185)}` }) },
  'true', async (c) => String((await c.debit()).op.includes('🎲')));

variant('operator-id-short', 'WAL-13 WAL-14', 'operatorTransactionId looks like a number: "1", "2".', 'It is a string, whatever it looks like.',
  { hooks: () => ({ 'store.nextOperatorId': (right) => right().slice(3) }) },
  '1', async (c) => String((await c.debit()).op));

function findVariant(name) {
  const found = VARIANTS.find((entry) => entry.name === name);
  if (!found) throw new Error(`Unknown variant ${name}. List the names with --list-variants.`);
  return found;
}

module.exports = { VARIANTS, findVariant };
