'use strict';

const crypto = require('node:crypto');
const { sign } = require('../lib/verify');
const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('Signature');
const hmacOf = (text) => crypto.createHmac('sha512', 'other').update(text).digest('hex');

fault('sig-reserialised-json', 'SIG-5 SIG-14', 'The JSON middleware parses the body, and the signature is checked over JSON.stringify of it.',
  () => ({ 'verify.data': (right, ctx) => {
    try {
      return ctx.rawBody.length ? JSON.stringify(JSON.parse(ctx.rawBody)) : right(ctx);
    } catch {
      return right(ctx);
    }
  } }),
  '200', async (c) => codes(await c.debit({}, { text: ` ${c.body('debit', {})}` })));

fault('sig-number-normalised', 'SIG-8 SIG-14', 'Amounts lose their trailing zeros before the signature check, so a body with 1.50 is refused.',
  () => ({ 'verify.data': (right, ctx) => {
    const data = right(ctx);
    return ctx.rawBody.length ? Buffer.from(data.toString('latin1').replace(/(\.\d*?)0+(?=[,}])/g, '$1').replace(/\.(?=[,}])/g, ''), 'latin1') : data;
  } }),
  '200', async (c) => codes(await c.debit({ amount: '1.50' })));

fault('sig-body-latin1', 'SIG-5 SIG-14', 'The body is read as Latin-1 text and signed as UTF-8, so any non-ASCII body is refused.',
  () => ({ 'verify.data': (right, ctx) => Buffer.from(right(ctx).toString('latin1'), 'utf8') }),
  '200', async (c) => codes(await c.debit({ more: { note: 'Größe' } })));

fault('sig-body-trimmed', 'SIG-5 SIG-8', 'The body is trimmed before the signature check, so a trailing newline breaks it.',
  () => ({ 'verify.data': (right, ctx) => right(ctx).toString('utf8').trim() }),
  '200', async (c) => codes(await c.debit({}, { text: `${c.body('debit', {})}\n` })));

fault('sig-white-space-ignored', 'SIG-8', 'White space at the ends of the body is not part of the check, so an altered body passes.',
  () => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, timestamp)
    || right({ ...ctx, rawBody: Buffer.from(ctx.rawBody.toString('utf8').trim()) }, signature, timestamp) }),
  '401', async (c) => {
    const body = c.body('debit', {});
    return codes(await c.debit({}, { text: `${body}\n`, data: Buffer.from(body) }));
  });

fault('sig-path-decoded', 'SIG-2 D-40', 'The path is percent-decoded before the signature check.',
  () => ({ 'verify.path': (right, ctx) => Buffer.from(decodeURIComponent(right(ctx))).toString('latin1') }),
  '404', async (c) => codes(await c.lookup('a b')));

fault('sig-path-recoded', 'SIG-2 D-40', 'The path is decoded and encoded again, so %2d or %7E no longer match.',
  () => ({ 'verify.path': (right, ctx) => encodeURI(decodeURI(right(ctx))) }),
  '404', async (c) => codes(await c.send({ path: 'players/player-1/transactions/a%2db%7e' })));

fault('sig-path-without-prefix', 'SIG-3', 'A signature over the path without the prefix is accepted too.',
  ({ config }) => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, timestamp)
    || right({ ...ctx, path: ctx.path.slice(config.prefix.length) }, signature, timestamp) }),
  '401', async (c) => codes(await c.debit({}, { signPath: '/debit' })));

fault('sig-path-with-query', 'SIG-2', 'Express req.originalUrl is signed, so every request with a query is refused.',
  () => ({ 'verify.path': (right, ctx) => (ctx.query === undefined ? right(ctx) : `${right(ctx)}?${ctx.query}`) }),
  '200', async (c) => codes(await c.player()));

fault('sig-account-in-path-not-signed', 'SIG-1 SIG-2', 'The account in a lookup path is not covered: a signature for the path of one player passes for all.',
  ({ store }) => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, timestamp)
    || (ctx.route.name === 'lookup' && [...store.accounts.keys()].some((account) =>
      right({ ...ctx, path: ctx.path.replace(/players\/[^/]+/, `players/${account}`) }, signature, timestamp))) }),
  '401', async (c) => codes(await c.send({ path: 'players/player-1/transactions/x', signPath: `${c.prefix}/players/player-2/transactions/x` })));

fault('sig-query-sorted', 'SIG-6', 'The query parser sorts the parameters before the signature check.',
  () => ({ 'verify.data': (right, ctx) => (ctx.rawBody.length ? right(ctx) : (ctx.query ?? '').split('&').sort().join('&')) }),
  '200', async (c) => codes(await c.send({ path: 'player', query: 'token=token-1&gameId=crash' })));

fault('sig-query-reencoded', 'SIG-6', 'The query is rebuilt with URLSearchParams, so %20 becomes + before the check.',
  () => ({ 'verify.data': (right, ctx) => (ctx.rawBody.length ? right(ctx) : new URLSearchParams(ctx.query ?? '').toString()) }),
  '200', async (c) => codes(await c.send({ path: 'player', query: 'gameId=dice%20two&token=token-1' })));

fault('sig-query-decoded', 'SIG-6', 'The query is decoded before the signature check.',
  () => ({ 'verify.data': (right, ctx) => (ctx.rawBody.length ? right(ctx) : decodeURIComponent(ctx.query ?? '')) }),
  '200', async (c) => codes(await c.send({ path: 'player', query: 'gameId=dice%2Dtwo&token=token-1' })));

fault('sig-query-not-signed', 'SIG-6', 'The query of a GET is left out of the check, so an altered token passes.',
  () => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, timestamp)
    || (ctx.rawBody.length === 0 && right({ ...ctx, query: '' }, signature, timestamp)) }),
  '401', async (c) => codes(await c.player('token-1', { data: Buffer.alloc(0) })));

fault('sig-query-of-lookup-dropped', 'SIG-6', 'A lookup is always checked with empty data, so one with a query is refused.',
  () => ({ 'verify.data': (right, ctx) => (ctx.route.name === 'lookup' ? '' : right(ctx)) }),
  '404', async (c) => codes(await c.lookup('x', 1, { query: 'trace=1' })));

fault('sig-last-separator-missing', 'SIG-7', 'The parts are joined without the last separator when data is empty, so lookups are refused.',
  () => ({ 'verify.sign': (right, secret, path, timestamp, data) => (data.length ? right(secret, path, timestamp, data)
    : crypto.createHmac('sha512', secret).update(`${path}|${timestamp}`, 'latin1').digest('hex')) }),
  '404', async (c) => codes(await c.lookup('x')));

fault('sig-query-instead-of-body', 'SIG-5 D-41', 'A POST with a query is checked over the query instead of the body.',
  () => ({ 'verify.data': (right, ctx) => (ctx.query ? Buffer.from(ctx.query, 'latin1') : right(ctx)) }),
  '200', async (c) => codes(await c.debit({}, { query: 'trace=1' })));

fault('sig-body-unsigned-with-query', 'SIG-5 SIG-8 D-41', 'A POST with a query may sign the query alone, which leaves its body open to change.',
  () => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, timestamp)
    || Boolean(ctx.query && right({ ...ctx, rawBody: Buffer.alloc(0) }, signature, timestamp)) }),
  '401', async (c) => codes(await c.debit({}, { query: 'trace=1', data: Buffer.from('trace=1') })));

fault('sig-sha256-too', 'SIG-1', 'A signature with HMAC-SHA256 is accepted beside SHA-512.',
  () => ({ 'verify.sign': (right, secret, path, timestamp, data, ctx) => {
    const given = ctx.req.headers['x-svc-signature'] ?? '';
    return given.length === 64 ? sign(secret, path, timestamp, data, 'sha256') : right(secret, path, timestamp, data);
  } }),
  '401', async (c) => {
    const timestamp = String(Date.now());
    const body = c.body('debit', {});
    return codes(await c.debit({}, { text: body, timestamp, signature: sign('selfcheck-secret', `${c.prefix}/debit`, timestamp, body, 'sha256') }));
  });

fault('sig-base64-too', 'SIG-1', 'A signature in base64 is accepted beside hex.',
  () => ({ 'verify.matches': (right, given, expected) => right(given, expected) || given === Buffer.from(expected, 'hex').toString('base64') }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => Buffer.from(s, 'hex').toString('base64') })));

fault('sig-scheme-prefix-accepted', 'SIG-1', 'A signature written as sha512=... is accepted.',
  () => ({ 'verify.matches': (right, given, expected) => right(given.replace(/^sha512=/, ''), expected) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => `sha512=${s}` })));

fault('sig-upper-case-accepted', 'SIG-1 D-39', 'The signature is lower-cased before it is compared.',
  () => ({ 'verify.matches': (right, given, expected) => right(given.toLowerCase(), expected) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => s.toUpperCase() })));

fault('sig-missing-accepted', 'SIG-13', 'The check runs only when the signature header is present.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => right(ctx, name) ?? (name === 'x-svc-signature' ? 'none' : undefined),
    'verify.matches': (right, given, expected) => given === 'none' || right(given, expected) }),
  '401', async (c) => codes(await c.debit({}, { drop: ['x-svc-signature'] })));

fault('sig-empty-accepted', 'SIG-13', 'An empty signature header is falsy and skips the check.',
  () => ({ 'verify.matches': (right, given, expected) => !given || right(given, expected) }),
  '401', async (c) => codes(await c.debit({}, { signature: '' })));

fault('sig-first-16-compared', 'SIG-1 SIG-13', 'Only the first 16 characters are compared.',
  () => ({ 'verify.matches': (right, given, expected) => given.slice(0, 16) === expected.slice(0, 16) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => s.slice(0, 16) + '0'.repeat(112) })));

fault('sig-last-character-ignored', 'SIG-1', 'The comparison loop ends one character too early.',
  () => ({ 'verify.matches': (right, given, expected) => given.length === expected.length && given.slice(0, -1) === expected.slice(0, -1) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => s.slice(0, -1) + (s.endsWith('0') ? '1' : '0') })));

fault('sig-any-length-compared', 'SIG-1 SIG-13', 'The comparison runs over the shorter of the two, so a truncated signature passes.',
  () => ({ 'verify.matches': (right, given, expected) => expected.startsWith(given) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => s.slice(0, 40) })));

fault('sig-hex-buffer-compared', 'SIG-1', 'Buffer.from(hex) stops at the first bad digit and ignores what follows, so trailing characters pass.',
  () => ({ 'verify.matches': (right, given, expected) => Buffer.from(given, 'hex').equals(Buffer.from(expected, 'hex')) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => `${s}zz` })));

fault('sig-contains-compared', 'SIG-1', 'The header is accepted when it contains the signature anywhere.',
  () => ({ 'verify.matches': (right, given, expected) => given.includes(expected) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => `ab${s}` })));

fault('sig-verdict-cached', 'SIG-8 SIG-13', 'A signature that was valid once is accepted for five minutes, whatever it comes with.',
  () => {
    const seen = new Set();
    return { 'verify.signature': (right, ctx, signature, timestamp) => {
      const valid = seen.has(signature) || right(ctx, signature, timestamp);
      if (valid) seen.add(signature);
      return valid;
    } };
  },
  '200 401', async (c) => {
    let stolen;
    const first = await c.debit({}, { signature: (s) => (stolen = s) });
    return codes(first, await c.debit({}, { signature: () => stolen }));
  });

fault('sig-earlier-timestamp-accepted', 'SIG-4 SIG-10', 'A signature made for the timestamp of an earlier request is accepted, so an old signature passes with a fresh header.',
  () => {
    const seen = new Set();
    return { 'verify.signature': (right, ctx, signature, timestamp) => {
      const valid = right(ctx, signature, timestamp) || [...seen].some((earlier) => right(ctx, signature, earlier));
      if (valid) seen.add(timestamp);
      return valid;
    } };
  },
  '200 401', async (c) => {
    const text = c.body('debit', {});
    const earlier = String(Date.now() - 1000);
    const first = await c.debit({}, { text, timestamp: earlier });
    const signature = sign('selfcheck-secret', `${c.prefix}/debit`, earlier, text);
    return codes(first, await c.debit({}, { text, signature }));
  });

fault('sig-player-unchecked', 'SIG-13', '/player is a read, so its signature is not checked.',
  () => ({ verify: (right, ctx) => (ctx.route.name === 'player' ? undefined : right(ctx)) }),
  '401', async (c) => codes(await c.player('token-1', { signature: hmacOf('x') })));

fault('sig-lookup-unchecked', 'SIG-13', 'The lookup is a read, so its signature is not checked.',
  () => ({ verify: (right, ctx) => (ctx.route.name === 'lookup' ? undefined : right(ctx)) }),
  '401', async (c) => codes(await c.lookup('x', 1, { signature: hmacOf('x') })));

fault('sig-rollback-unchecked', 'SIG-13', 'The rollback route was added later, outside the middleware that checks signatures.',
  () => ({ verify: (right, ctx) => (ctx.route.name === 'rollback' ? undefined : right(ctx)) }),
  '401', async (c) => codes(await c.rollback({ ref: 'x' }, { signature: hmacOf('x') })));

fault('sig-localhost-unchecked', 'SIG-13', 'The check is skipped when X-Forwarded-For says 127.0.0.1.',
  () => ({ verify: (right, ctx) => (ctx.req.headers['x-forwarded-for'] === '127.0.0.1' ? undefined : right(ctx)) }),
  '401', async (c) => codes(await c.debit({}, { signature: hmacOf('x'), headers: [['X-Forwarded-For', '127.0.0.1']] })));

fault('sig-host-localhost-unchecked', 'SIG-13', 'The check is skipped for requests with Host: localhost, left from development.',
  () => ({ verify: (right, ctx) => (/^localhost/.test(ctx.req.headers.host) ? undefined : right(ctx)) }),
  '401', async (c) => codes(await c.debit({}, { signature: hmacOf('x'), host: 'localhost' })));

fault('sig-checked-after-apply', 'SIG-13', 'The signature is checked in an after-filter: the answer is 401, but the money has moved.',
  () => ({ verify: (right, ctx) => {
    try {
      return right(ctx);
    } catch (error) {
      ctx.late = error;
      return undefined;
    }
  },
  'http.dispatch': async (right, ctx) => {
    const answer = await right(ctx);
    if (ctx.late) throw ctx.late;
    return answer;
  } }),
  '401 1000000.00', async (c) => `${codes(await c.debit({}, { signature: hmacOf('x') }))} ${await c.balance()}`);

fault('sig-checked-after-parse', 'SIG-13', 'The body is parsed before the signature check, so an unsigned malformed body gets 422.',
  () => ({ verify: (right, ctx) => {
    if (ctx.method === 'POST') {
      try {
        JSON.parse(ctx.rawBody);
      } catch {
        refuse('malformed', 'The body is not valid JSON.');
      }
    }
    return right(ctx);
  } }),
  '401', async (c) => codes(await c.debit({}, { text: '{"transactionId"', signature: hmacOf('x') })));

fault('sig-checked-after-content-type', 'SIG-13 D-37', 'The content type is judged before the signature.',
  () => ({ verify: (right, ctx) => {
    if (ctx.method === 'POST' && !/json/.test(ctx.req.headers['content-type'] ?? '')) refuse('content-type', 'Send JSON.');
    return right(ctx);
  } }),
  '401', async (c) => codes(await c.debit({}, { contentType: 'text/plain', signature: hmacOf('x') })));

fault('sig-checked-after-id', 'SIG-13 IDM-2', 'The id is looked up before the signature check, so an unsigned repeat gets the stored result.',
  ({ store }) => ({ verify: (right, ctx) => {
    try {
      return right(ctx);
    } catch (error) {
      const id = /"transactionId"\s*:\s*"([^"]*)"/.exec(ctx.rawBody)?.[1];
      if (id && store.transactions.has(id)) return undefined;
      throw error;
    }
  } }),
  '200 401', async (c) => {
    const text = c.body('debit', {});
    return codes(await c.debit({}, { text }), await c.debit({}, { text, signature: hmacOf('x') }));
  });

fault('sig-empty-body-unchecked', 'SIG-13', 'A POST without a body is refused as malformed before its signature is checked.',
  () => ({ verify: (right, ctx) => {
    if (ctx.method === 'POST' && ctx.rawBody.length === 0) refuse('malformed', 'The body is empty.');
    return right(ctx);
  } }),
  '401', async (c) => codes(await c.debit({}, { text: '', signature: hmacOf('x') })));

fault('sig-any-header-value', 'D-55 SIG-13', 'When the signature header is sent twice, either value may match.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => ctx.req.headersDistinct[name]?.join(','),
    'verify.matches': (right, given, expected) => given.split(',').some((value) => right(value, expected)) }),
  '401', async (c) => codes(await c.debit({}, { headers: [['X-Svc-Signature', hmacOf('x')]] })));

fault('sig-first-header-value', 'D-55', 'When the signature header is sent twice, the first value counts.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => ctx.req.headersDistinct[name]?.[0] }),
  '401', async (c) => codes(await c.debit({}, { headers: [['X-Svc-Signature', hmacOf('x')]] })));

fault('sig-last-header-value', 'D-55', 'When the signature header is sent twice, the last value counts (PHP $_SERVER).',
  () => ({ 'verify.singleHeader': (right, ctx, name) => ctx.req.headersDistinct[name]?.at(-1) }),
  '401', async (c) => {
    const timestamp = String(Date.now());
    const good = sign('selfcheck-secret', `${c.prefix}/debit`, timestamp, '{}');
    return codes(await c.debit({}, { text: '{}', timestamp, signature: hmacOf('x'), headers: [['X-Svc-Signature', good]] }));
  });

fault('sig-comma-list-accepted', 'D-55', 'The signature header is read as a list, and any item may match.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => ctx.req.headers[name]?.replaceAll(' ', ''),
    'verify.matches': (right, given, expected) => given.split(',').includes(expected) }),
  '401', async (c) => codes(await c.debit({}, { signature: (s) => `${hmacOf('x')}, ${s}` })));

fault('sig-body-on-get-accepted', 'D-53', 'A GET with a body is accepted, and the body is ignored.',
  () => ({ verify: (right, ctx) => right(ctx.method === 'GET' ? { ...ctx, rawBody: Buffer.alloc(0) } : ctx) }),
  '401', async (c) => codes(await c.player('token-1', { body: '{}', data: Buffer.from('gameId=crash&token=token-1') })));

fault('sig-chunked-body-missed', 'SIG-5 SIG-14', 'The raw body is captured by Content-Length, so a chunked body is checked as empty.',
  () => ({ 'verify.data': (right, ctx) => (ctx.method === 'POST' && ctx.req.headers['content-length'] === undefined ? '' : right(ctx)) }),
  '200', async (c) => codes(await c.debit({}, { chunked: true })));

fault('sig-first-packet-only', 'SIG-5', 'Only the first data event of the body is hashed, so a body in two packets is refused.',
  () => ({ 'http.readBody': (right, ctx) => {
    ctx.req.once('data', (chunk) => (ctx.firstChunk = chunk));
    return right(ctx);
  },
  'verify.data': (right, ctx) => (ctx.rawBody.length ? ctx.firstChunk ?? right(ctx) : right(ctx)) }),
  '200', async (c) => {
    const bytes = c.request({ method: 'POST', path: 'debit', body: c.body('debit', {}) });
    return codes(...await c.exchange([bytes.subarray(0, -40), bytes.subarray(-40)], ['POST'], 60));
  });

fault('sig-forwarded-prefix-trusted', 'SIG-2 SIG-3', 'X-Forwarded-Prefix, which anybody may send, is put before the signed path.',
  () => ({ 'verify.path': (right, ctx) => (ctx.req.headers['x-forwarded-prefix'] ?? '') + right(ctx) }),
  '200', async (c) => codes(await c.debit({}, { headers: [['X-Forwarded-Prefix', '/edge']] })));

fault('sig-conditional-header-signed', 'SIG-9', 'If-None-Match, when present, is added to the signed data.',
  () => ({ 'verify.data': (right, ctx) => (ctx.req.headers['if-none-match'] ? Buffer.concat([right(ctx), Buffer.from(ctx.req.headers['if-none-match'])]) : right(ctx)) }),
  '200', async (c) => codes(await c.player('token-1', { headers: [['If-None-Match', '"x"']] })));

// Timestamps

const stamped = (c, timestamp) => c.debit({}, { timestamp: String(timestamp) });

fault('ts-future-unlimited', 'SIG-10', 'Only old timestamps are refused; one far in the future passes.',
  () => ({ 'verify.isFresh': (right, text) => /^\d+$/.test(text) && Date.now() - Number(text) <= 300_000 }),
  '401', async (c) => codes(await stamped(c, Date.now() + 3_600_000)));

fault('ts-past-unlimited', 'SIG-10', 'Only timestamps from the future are refused.',
  () => ({ 'verify.isFresh': (right, text) => /^\d+$/.test(text) && Number(text) - Date.now() <= 300_000 }),
  '401', async (c) => codes(await stamped(c, Date.now() - 3_600_000)));

fault('ts-absent-accepted', 'SIG-10 SIG-4', 'Without X-Svc-Timestamp the check runs with an empty timestamp.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => right(ctx, name) ?? (name === 'x-svc-timestamp' ? '' : undefined),
    'verify.isFresh': (right, text) => text === '' || right(text) }),
  '401', async (c) => codes(await c.debit({}, { timestamp: '', drop: ['x-svc-timestamp'] })));

fault('ts-window-50-minutes', 'SIG-10', 'The window is ten times too large.',
  () => ({ 'verify.isFresh': (right, text) => /^\d+$/.test(text) && Math.abs(Date.now() - Number(text)) <= 3_000_000 }),
  '401', async (c) => codes(await stamped(c, Date.now() - 600_000)));

fault('ts-window-30-seconds', 'SIG-10', 'The window is ten times too small.',
  () => ({ 'verify.isFresh': (right, text) => right(text) && Math.abs(Date.now() - Number(text)) <= 30_000 }),
  '200', async (c) => codes(await stamped(c, Date.now() - 120_000)));

fault('ts-no-future-tolerance', 'SIG-10', 'A timestamp ahead of the own clock by a few seconds is refused.',
  () => ({ 'verify.isFresh': (right, text) => right(text) && Number(text) <= Date.now() + 1000 }),
  '200', async (c) => codes(await stamped(c, Date.now() + 60_000)));

fault('ts-seconds-accepted', 'GEN-4', 'A timestamp in seconds is accepted as well.',
  () => ({ 'verify.isFresh': (right, text) => right(text) || right(`${text}000`) }),
  '401', async (c) => codes(await stamped(c, Math.floor(Date.now() / 1000))));

fault('ts-trailing-garbage', 'GEN-4', 'parseInt reads the timestamp, so digits followed by letters pass.',
  () => ({ 'verify.isFresh': (right, text) => Math.abs(Date.now() - parseInt(text, 10)) <= 300_000 }),
  '401', async (c) => codes(await stamped(c, `${Date.now()}ms`)));

fault('ts-number-forms', 'GEN-4', 'Number() reads the timestamp, so a fraction or exponent form passes.',
  () => ({ 'verify.isFresh': (right, text) => Math.abs(Date.now() - Number(text)) <= 300_000 }),
  '401', async (c) => codes(await stamped(c, `${Date.now()}.5`)));

fault('ts-iso-accepted', 'GEN-4', 'An ISO-8601 timestamp header is accepted too.',
  () => ({ 'verify.isFresh': (right, text) => right(text) || Math.abs(Date.now() - Date.parse(text)) <= 300_000 }),
  '401', async (c) => codes(await stamped(c, new Date().toISOString())));

fault('ts-nan-accepted', 'SIG-10 GEN-4', 'The comparison with NaN is never true, so a timestamp that is no number passes.',
  () => ({ 'verify.isFresh': (right, text) => !(Math.abs(Date.now() - Number(text)) > 300_000) }),
  '401', async (c) => codes(await stamped(c, 'now')));

fault('ts-settlements-unchecked', 'SIG-10', 'Credits may come days later, so their timestamp is not checked.',
  () => ({ 'verify.isFresh': (right, text, ctx) => ctx.route.name === 'credit' || right(text) }),
  '401', async (c) => codes(await c.credit({ ref: 'x' }, { timestamp: String(Date.now() - 86_400_000) })));

fault('ts-gets-unchecked', 'SIG-10', 'The timestamp of GET requests is not checked.',
  () => ({ 'verify.isFresh': (right, text, ctx) => ctx.method === 'GET' || right(text) }),
  '401', async (c) => codes(await c.player('token-1', { timestamp: String(Date.now() - 86_400_000) })));

fault('ts-rounded-to-seconds', 'SIG-4', 'The signature is checked with the timestamp rounded to seconds.',
  () => ({ 'verify.signature': (right, ctx, signature, timestamp) => right(ctx, signature, `${timestamp.slice(0, -3)}000`) }),
  '200', async (c) => codes(await stamped(c, `${String(Date.now()).slice(0, -3)}123`)));

fault('ts-must-increase', 'IDM-2 D-43', 'A timestamp not above the last one seen is refused, so parallel or repeated requests get 401.',
  () => {
    let last = 0;
    return { verify: (right, ctx) => {
      right(ctx);
      const now = Number(ctx.req.headers['x-svc-timestamp']);
      if (now <= last) refuse('unverified', 'The timestamp is too old.');
      last = now;
    } };
  },
  '200 200', async (c) => {
    const now = Date.now();
    return codes(await stamped(c, now), await stamped(c, now - 5000));
  });

fault('replay-cache-401', 'IDM-2 D-43', 'A signature seen within five minutes is refused, so an identical repeat gets 401.',
  () => {
    const seen = new Set();
    return { verify: (right, ctx) => {
      right(ctx);
      const signature = ctx.req.headers['x-svc-signature'];
      if (seen.has(signature)) refuse('unverified', 'Replay.');
      seen.add(signature);
    } };
  },
  '200 200', async (c) => {
    const bytes = c.request({ method: 'POST', path: 'debit', body: c.body('debit', {}) });
    return codes(...await c.exchange([bytes], ['POST']), ...await c.exchange([bytes], ['POST']));
  });

fault('ts-repeated-header', 'D-55', 'When X-Svc-Timestamp is sent twice, the first value counts.',
  () => ({ 'verify.singleHeader': (right, ctx, name) => (name === 'x-svc-timestamp' ? ctx.req.headersDistinct[name]?.[0] : right(ctx, name)) }),
  '401', async (c) => codes(await c.debit({}, { headers: [['X-Svc-Timestamp', '1']] })));

module.exports = faults;
