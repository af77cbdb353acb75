'use strict';

const zlib = require('node:zlib');
const { JsonNumber, stringify } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes, sleep } = require('./define');

const { faults, fault } = collector('HTTP and frameworks');

/** Returns a bet and its lookup path with the id written as given. */
async function lookupAs(c, tx, written) {
  await c.bet({ tx });
  return c.send({ path: `players/player-1/transactions/${written}` });
}

fault('http-path-decoded-before-routing', 'WAL-12', 'The router decodes the path first, so an id with %2F is not found.',
  () => ({ 'http.matchPath': (right, path) => right(path.replace(/%2f/gi, '/')) }),
  '200', async (c) => codes(await lookupAs(c, 'a/b', 'a%2Fb')));

fault('http-path-decoded-twice', 'WAL-12', 'Proxy and framework both decode the id, so one with a percent sign is not found.',
  () => ({ 'lookup.decode': (right, segment) => {
    const once = right(segment);
    try {
      return decodeURIComponent(once);
    } catch {
      return once;
    }
  } }),
  '200', async (c) => codes(await lookupAs(c, 'a%41', 'a%2541')));

fault('http-path-not-decoded', 'WAL-12', 'The id in the path is used as written, percent escapes included.',
  () => ({ 'lookup.decode': (right, segment) => segment }),
  '200', async (c) => codes(await lookupAs(c, 'a b', 'a%20b')));

fault('http-path-plus-is-space', 'WAL-12', 'The path is decoded like a form, so a plus in an id becomes a space (PHP urldecode).',
  () => ({ 'lookup.decode': (right, segment) => right(segment.replaceAll('+', ' ')) }),
  '200', async (c) => codes(await lookupAs(c, 'a+b', 'a+b')));

fault('http-path-decoded-latin1', 'WAL-12', 'Percent escapes are decoded as Latin-1, so a non-ASCII id is not found.',
  () => ({ 'lookup.decode': (right, segment) => unescape(segment) }),
  '200', async (c) => codes(await lookupAs(c, 'é1', '%C3%A91')));

fault('http-path-url-normalised', 'WAL-12 D-40', 'The target goes through new URL(), which removes the segment %2E%2E.',
  () => ({ 'http.splitTarget': (right, url) => {
    const parsed = new URL(url, 'http://wallet');
    return { path: parsed.pathname, query: parsed.search ? parsed.search.slice(1) : undefined };
  } }),
  '200', async (c) => codes(await lookupAs(c, '..', '%2E%2E')));

fault('http-path-semicolon-cut', 'WAL-12', 'What follows a semicolon in the path is dropped as a matrix parameter.',
  () => ({ 'lookup.decode': (right, segment) => right(segment.replace(/;.*$/, '')) }),
  '200', async (c) => codes(await lookupAs(c, 'a;b', 'a;b')));

fault('http-path-extension-cut', 'WAL-12', 'A suffix such as .json is taken for a format and cut from the id (Rails).',
  () => ({ 'lookup.decode': (right, segment) => right(segment).replace(/\.[a-z]+$/, '') }),
  '200', async (c) => codes(await lookupAs(c, 'bet.one', 'bet.one')));

fault('http-path-lower-cased', 'WAL-12', 'The path is lower-cased before routing, so an id with capitals is not found.',
  () => ({ 'lookup.decode': (right, segment) => right(segment.toLowerCase()) }),
  '200', async (c) => codes(await lookupAs(c, 'BET-A', 'BET-A')));

fault('http-path-prefix-match', 'GEN-8', 'Routes match by their beginning, so /debitx and /debit/1 move money.',
  () => ({ 'http.matchPath': (right, path) => right(path) ?? right(path.replace(/(\/(?:debit|credit|rollback)).*$/, '$1')) }),
  '404', async (c) => codes(await c.debit({}, { path: 'debitx' })));

fault('http-path-trailing-slash', 'GEN-8', 'A trailing slash routes to the same callback.',
  () => ({ 'http.matchPath': (right, path) => right(path.replace(/\/$/, '')) }),
  '404', async (c) => codes(await c.debit({}, { path: 'debit/' })));

fault('http-path-double-slash', 'GEN-8', 'Double slashes are merged before routing, but not before signing.',
  () => ({ 'http.matchPath': (right, path) => right(path.replace(/\/{2,}/g, '/')) }),
  '404', async (c) => codes(await c.debit({}, { path: `${c.prefix}//debit` })));

fault('http-path-any-case', 'GEN-8', 'Routes ignore case, as Express does by default.',
  () => ({ 'http.matchPath': (right, path) => right(path) ?? right(path.toLowerCase()) }),
  '404', async (c) => codes(await c.debit({}, { path: `${c.prefix}/DEBIT` })));

fault('http-path-without-prefix', 'SIG-3 GEN-8', 'The callbacks answer at the root too, without the prefix.',
  ({ config }) => ({ 'http.matchPath': (right, path) => right(path) ?? right(config.prefix + path) }),
  '404', async (c) => codes(await c.debit({}, { path: '/debit' })));

fault('http-unknown-path-200', 'GEN-8', 'Unknown paths answer 200 with an empty object (a catch-all route).',
  () => ({ 'error.status': (right, error) => (error.code === 'no-such-path' ? 200 : right(error)) }),
  '404', async (c) => codes(await c.send({ path: 'refund', method: 'POST', body: '{}' })));

fault('http-put-debits', 'GEN-8', 'app.all() serves the movements, so PUT moves money.',
  () => ({ 'http.isMethodAllowed': (right, method, name) => right(method === 'PUT' ? 'POST' : method, name),
    'http.method': (right, req) => (req.method === 'PUT' ? 'POST' : right(req)) }),
  '405', async (c) => codes(await c.debit({}, { method: 'PUT' })));

fault('http-get-debits', 'GEN-8', 'GET on a movement takes its fields from the query and moves money.',
  () => ({ 'http.isMethodAllowed': (right, method, name) => right(method, name) || (method === 'GET' && name === 'debit'),
    'http.dispatch': (right, ctx) => {
      if (ctx.method === 'GET' && ctx.route.name === 'debit') {
        const query = Object.fromEntries(new URLSearchParams(ctx.query));
        ctx.body = { reason: 'bet', ...query, stake: { amount: new JsonNumber(query.amount) } };
      }
      return right(ctx);
    } }),
  '405 1000000.00', async (c) => {
    const response = await c.send({ path: 'debit', query: 'transactionId=get-1&gameRoundId=get-1&playerId=player-1&amount=1.00' });
    return `${codes(response)} ${await c.balance()}`;
  });

fault('http-head-debits', 'GEN-8', 'HEAD is served like POST without an answer body, and moves money.',
  () => ({ 'http.method': (right, req) => (req.method === 'HEAD' && /debit/.test(req.url) ? 'POST' : right(req)) }),
  '405 1000000.00', async (c) => `${codes(await c.debit({}, { method: 'HEAD' }))} ${await c.balance()}`);

fault('http-options-debits', 'GEN-8', 'OPTIONS falls through to the POST handler and moves money.',
  () => ({ 'http.method': (right, req) => (req.method === 'OPTIONS' ? 'POST' : right(req)) }),
  '405 1000000.00', async (c) => `${codes(await c.debit({}, { method: 'OPTIONS' }))} ${await c.balance()}`);

fault('http-method-override', 'GEN-8', 'X-HTTP-Method-Override, which is not signed, replaces the method.',
  () => ({ 'http.method': (right, req) => req.headers['x-http-method-override'] ?? right(req) }),
  '200', async (c) => codes(await c.debit({}, { headers: [['X-HTTP-Method-Override', 'DELETE']] })));

fault('http-wrong-method-moves', 'GEN-8', 'The wrong method answers 405 only after the handler ran.',
  () => ({ 'http.isMethodAllowed': (right, method, name) => right(method, name) || method === 'PUT',
    'http.method': (right, req) => (req.method === 'PUT' ? 'POST' : right(req)),
    'http.dispatch': async (right, ctx) => {
      const answer = await right(ctx);
      if (ctx.req.method === 'PUT') refuse('wrong-method', 'PUT is not allowed.');
      return answer;
    } }),
  '405 1000000.00', async (c) => `${codes(await c.debit({}, { method: 'PUT' }))} ${await c.balance()}`);

fault('http-query-overrides-body', 'D-41 SIG-5', 'Query parameters are merged over the body (Rails params), so an unsigned playerId wins.',
  () => ({ 'http.parseBody': (right, bytes, ctx) => {
    const body = right(bytes);
    for (const [key, value] of new URLSearchParams(ctx.query ?? '')) body[key] = value;
    return body;
  } }),
  '200', async (c) => codes(await c.debit({}, { query: 'playerId=player-2' })));

fault('http-chunked-411', 'GEN-8 ERR-2', 'A chunked request without Content-Length is refused with 411.',
  () => ({ 'http.readBody': (right, ctx) => {
    if (ctx.req.headers['transfer-encoding']) {
      const error = new Error();
      ctx.unread = true;
      ctx.lengthRequired = true;
      throw error;
    }
    return right(ctx);
  },
  'error.answer': (right, error, ctx) => (ctx.lengthRequired ? { status: 411, body: { message: 'Length required' } } : right(error, ctx)) }),
  '200', async (c) => codes(await c.debit({}, { chunked: true })));


fault('http-charset-refused', 'GEN-2 D-37', 'application/json with a charset is not equal to application/json, and is refused.',
  () => ({ 'http.isJson': (right, type) => type === 'application/json' }),
  '200', async (c) => codes(await c.debit({}, { contentType: 'application/json; charset=utf-8' })));

fault('http-content-type-case', 'GEN-2 D-37', 'The content type is compared with its case, so Application/JSON is refused.',
  () => ({ 'http.isJson': (right, type) => right(type) && type.startsWith('application/json') }),
  '200', async (c) => codes(await c.debit({}, { contentType: 'Application/JSON' })));

fault('http-any-content-type', 'GEN-2 D-37', 'The content type is not checked, so text/plain is processed.',
  () => ({ 'http.isJson': () => true }),
  '422', async (c) => codes(await c.debit({}, { contentType: 'text/plain' })));

fault('http-json-in-name-accepted', 'GEN-2 D-37', 'Any type with json in it is processed, such as application/vnd.api+json.',
  () => ({ 'http.isJson': (right, type) => /json/.test(type ?? '') }),
  '422', async (c) => codes(await c.debit({}, { contentType: 'application/vnd.api+json' })));

fault('http-form-body-accepted', 'GEN-2', 'A form body is parsed and processed as well.',
  () => ({ 'http.isJson': (right, type) => right(type) || type === 'application/x-www-form-urlencoded',
    'http.parseBody': (right, bytes) => (bytes[0] === 0x7b ? right(bytes) : right(Buffer.from(new URLSearchParams(bytes.toString()).get('json') ?? ''))) }),
  '422', async (c) => codes(await c.debit({}, { contentType: 'application/x-www-form-urlencoded', text: `json=${encodeURIComponent(c.body('debit', {}))}` })));

fault('http-415-for-content-type', 'GEN-2 D-37', 'A wrong content type answers 415, which no callback may answer.',
  () => ({ 'error.status': (right, error) => (error.code === 'content-type' ? 415 : right(error)) }),
  '422', async (c) => codes(await c.debit({}, { contentType: 'text/plain' })));

fault('http-large-body-500', 'ERR-4 D-36', 'A body over the limit answers 500 although nothing was written.',
  () => ({ 'error.status': (right, error) => (error.code === 'too-large' ? 500 : right(error)) }),
  '413', async (c) => codes(await c.debit({ more: { pad: 'x'.repeat(1 << 20) } })));

fault('http-large-body-half-applied', 'IDM-3', 'With a body over 32 KiB the balance moves, then storing the record fails with 500.',
  () => ({ apply: async (right, write, order, ctx) => {
    if (ctx.rawBody.length < 32_768) return right(write);
    order.account.balance = write.balance;
    const error = new Error('Data too long for column payload');
    ctx.halfApplied = true;
    throw error;
  },
  'error.answer': (right, error, ctx) => (ctx.halfApplied ? { status: 500, body: { message: error.message } } : right(error, ctx)) }),
  '200 1000000.00', async (c) => {
    const { tx, round, response } = await c.bet({ more: { pad: 'x'.repeat(40_000) } });
    await c.rollback({ ref: tx, round });
    return `${codes(response)} ${await c.balance()}`;
  });

fault('http-large-body-refused', 'D-36 GEN-8', 'Bodies over 8 KiB are refused, though 64 KiB are allowed.',
  () => ({ 'http.readBody': async (right, ctx) => {
    const bytes = await right(ctx);
    if (bytes.length > 8192) refuse('too-large', 'Too large.');
    return bytes;
  } }),
  '200', async (c) => codes(await c.debit({ more: { pad: 'x'.repeat(20_000) } })));

fault('http-unknown-fields-refused', 'WAL-3 WAL-7', 'Unknown fields are refused (Go DisallowUnknownFields).',
  () => ({ 'http.parseBody': (right, bytes) => {
    const body = right(bytes);
    const known = ['transactionId', 'gameRoundId', 'referenceTransactionId', 'playerId', 'gameId', 'token', 'stake', 'payout', 'reason', 'freeRoundData'];
    const other = Object.keys(body).find((key) => !known.includes(key));
    if (other) refuse('malformed', `Unknown field ${other}.`);
    return body;
  } }),
  '200', async (c) => codes(await c.debit({ more: { sessionSeed: 1 } })));

fault('http-unknown-headers-refused', 'ERR-2 GEN-8', 'The firewall refuses requests with headers it does not know.',
  () => ({ 'http.route': (right, ctx) => {
    if (ctx.req.headers.traceparent) refuse('unverified', 'Header not allowed.');
    return right(ctx);
  } }),
  '200', async (c) => codes(await c.debit({}, { headers: [['traceparent', '00-1-1-00']] })));

fault('http-user-agent-required', 'ERR-2 GEN-8', 'Requests without User-Agent are refused as bots with 403.',
  () => ({ 'http.route': (right, ctx) => {
    if (!ctx.req.headers['user-agent']) refuse('unknown-token', 'Bots are not allowed.');
    return right(ctx);
  } }),
  '200', async (c) => codes(await c.debit()));

fault('http-content-length-characters', 'WAL-2 WAL-13', 'Content-Length counts characters instead of bytes, so a non-ASCII answer is cut.',
  () => ({ 'http.send': (right, res, response) => {
    const text = response.bytes.toString('utf8');
    res.strictContentLength = false;
    res.writeHead(response.status, [...response.headers, ['Content-Length', String(text.length)]].flat());
    res.end(response.bytes.subarray(0, text.length));
  } }),
  'player-1', async (c) => String((await c.player()).json?.accountId));

fault('http-shared-request-state', 'WAL-4 IDM-3', 'The current request is kept in a module variable across an await, so with parallel bets another player may pay.',
  () => {
    let current;
    return {
      'http.dispatch': (right, ctx) => {
        if (ctx.route.name === 'debit') current = ctx.body;
        return right(ctx);
      },
      'known.find': async (right, ...args) => {
        await sleep(10);
        return right(...args);
      },
      'read.debit': (right, body, id) => right({ ...body, playerId: current.playerId, token: current.token }, id),
    };
  },
  '999996.00 999996.00 999996.00', async (c) => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => c.debit({ player: 1 + n % 3 })));
    return [await c.balance(1), await c.balance(2), await c.balance(3)].join(' ');
  });

fault('http-player-cached', 'WAL-2', 'GET answers are cached by URL for a minute, so /player shows an old balance.',
  () => {
    const cache = new Map();
    return { 'http.dispatch': async (right, ctx) => {
      if (ctx.route.name !== 'player') return right(ctx);
      if (!cache.has(ctx.req.url)) cache.set(ctx.req.url, await right(ctx));
      return cache.get(ctx.req.url);
    } };
  },
  '999999.00', async (c) => {
    await c.player();
    await c.debit();
    return c.balance();
  });

fault('http-player-cached-by-path', 'WAL-2', 'The cache key leaves out the query, so every player gets the record of the first.',
  () => {
    let first;
    return { 'http.dispatch': async (right, ctx) => {
      if (ctx.route.name !== 'player') return right(ctx);
      first ??= { answer: await right(ctx), at: Date.now() };
      return Date.now() - first.at < 1000 ? first.answer : right(ctx);
    } };
  },
  'player-2', async (c) => {
    await c.player('token-1');
    return String((await c.player('token-2')).json?.accountId);
  });

fault('http-lookup-404-cached', 'WAL-12', 'A 404 of the lookup is cached, so a transaction that arrives later is not found.',
  () => {
    const missing = new Set();
    return { 'http.dispatch': async (right, ctx) => {
      if (ctx.route.name !== 'lookup') return right(ctx);
      if (missing.has(ctx.path)) refuse('unknown-transaction', 'Unknown transaction.');
      try {
        return await right(ctx);
      } catch (error) {
        missing.add(ctx.path);
        throw error;
      }
    } };
  },
  '404 200', async (c) => {
    const before = await c.lookup('late');
    await c.bet({ tx: 'late' });
    return codes(before, await c.lookup('late'));
  });

fault('http-etag-304', 'WAL-12 SIG-9', 'Reads carry an ETag, and a matching If-None-Match gets 304 without a body.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    if (ctx.method !== 'GET' || answer.status !== 200) return response;
    response.headers.push(['ETag', '"1"']);
    return ctx.req.headers['if-none-match'] ? { status: 304, headers: response.headers, bytes: Buffer.alloc(0) } : response;
  } }),
  '200', async (c) => {
    await c.bet({ tx: 'seen' });
    return codes(await c.lookup('seen', 1, { headers: [['If-None-Match', '"1"']] }));
  });

fault('http-gzip-always', 'GEN-8 WAL-13', 'Answers are compressed although the request did not accept it.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    return { ...response, headers: [...response.headers, ['Content-Encoding', 'gzip']], bytes: zlib.gzipSync(response.bytes) };
  } }),
  'player-1', async (c) => String((await c.player()).json?.accountId));

fault('http-gzip-undeclared', 'GEN-8 WAL-13', 'When gzip is accepted the body is compressed, but Content-Encoding is missing.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    return /gzip/.test(ctx.req.headers['accept-encoding'] ?? '') ? { ...response, bytes: zlib.gzipSync(response.bytes) } : response;
  } }),
  'player-1', async (c) => String((await c.player('token-1', { headers: [['Accept-Encoding', 'gzip']] })).json?.accountId));

fault('http-201-created', 'ERR-2', 'A new transaction answers 201.',
  () => ({ process: async (right, ...args) => ({ ...(await right(...args)), status: 201 }) }),
  '200', async (c) => codes(await c.debit()));

fault('http-credit-202', 'ERR-2 RND-2', 'A credit answers 202 and is applied later by a job.',
  () => ({ process: async (right, kind, id, ctx) => {
    if (kind !== 'credit') return right(kind, id, ctx);
    setTimeout(() => right(kind, id, ctx).catch(() => {}), 100);
    return { status: 202, body: { queued: true } };
  } }),
  '200', async (c) => codes(await c.credit(await c.bet())));

fault('http-data-envelope', 'WAL-13 GEN-6', 'Answers are wrapped in { data }, as the Customer API does.',
  () => ({ 'result.of': (right, ...args) => ({ data: right(...args) }) }),
  'true', async (c) => String(Boolean((await c.debit()).op)));

fault('http-snake-case-answer', 'WAL-13', 'Field names are written in snake case.',
  () => ({ 'result.of': (right, ...args) => {
    const { operatorTransactionId, balance, createdAt } = right(...args);
    return { operator_transaction_id: operatorTransactionId, balance, created_at: createdAt };
  } }),
  'true', async (c) => String(Boolean((await c.debit()).op)));

fault('http-null-fields-dropped', 'WAL-13', 'Falsy fields are dropped from answers, so a balance of 0 has no amount.',
  () => ({ 'result.balance': (right, minor, ...rest) => {
    const balance = right(minor, ...rest);
    return minor === 0n ? { ...balance, amount: undefined } : balance;
  } }),
  '0.00', async (c) => (await c.debit({ amount: '1000000.00' })).amount ?? 'none');

fault('http-answer-with-bom', 'WAL-13', 'Answers begin with a byte order mark (.NET Encoding.UTF8).',
  () => ({ 'http.render': (right, ...args) => {
    const response = right(...args);
    return { ...response, bytes: response.bytes.length ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), response.bytes]) : response.bytes };
  } }),
  'true', async (c) => String(Boolean((await c.debit()).op)));

fault('http-warning-before-json', 'WAL-13', 'A PHP notice is printed before the JSON of a credit with an integer payout.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    if (ctx.route?.name !== 'credit' || !/^\d+$/.test(ctx.body?.payout?.amount?.text)) return response;
    return { ...response, bytes: Buffer.concat([Buffer.from('Notice: Undefined index\n'), response.bytes]) };
  } }),
  'true', async (c) => String(Boolean((await c.credit({ ...await c.bet(), amount: '3' })).op)));

fault('http-trailing-output', 'WAL-13 GEN-8', 'Debug output follows the JSON of a lookup.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    return ctx.route?.name === 'lookup' && answer.status === 200 ? { ...response, bytes: Buffer.from(`${stringify(answer.body)}\n{"queries":3}`) } : response;
  } }),
  'true', async (c) => {
    await c.bet({ tx: 'seen' });
    return String(Boolean((await c.lookup('seen')).op));
  });

fault('http-keep-alive-desync', 'ERR-2 GEN-8', 'A refusal ends before its body was written, so the body lands before the next answer on the connection.',
  () => ({ 'http.send': (right, res, response, ctx) => {
    if (response.status !== 409) return right(res, response, ctx);
    res.writeHead(409, { 'Content-Length': 0 });
    res.end();
    ctx.req.socket.write(response.bytes);
    return undefined;
  } }),
  '409 200', async (c) => {
    const poor = c.request({ method: 'POST', path: 'debit', body: c.body('debit', { amount: '5000000.00' }) });
    const next = c.request({ path: 'player', query: 'gameId=crash&token=token-1' });
    return codes(...await c.exchange([poor, next], ['POST', 'GET'], 80));
  });

fault('http-pipelined-dropped', 'GEN-8', 'The second of two requests that arrive in one packet gets no answer.',
  () => {
    const busy = new WeakSet();
    return { 'http.handle': async (right, ctx) => {
      const { socket } = ctx.req;
      if (busy.has(socket)) return new Promise(() => {});
      busy.add(socket);
      await sleep(5);
      try {
        return await right(ctx);
      } finally {
        setTimeout(() => busy.delete(socket), 20);
      }
    } };
  },
  '200 200', async (c) => {
    c.timeoutMs = 1500;
    const bytes = () => c.request({ method: 'POST', path: 'debit', body: c.body('debit', {}) });
    return codes(...await c.exchange([Buffer.concat([bytes(), bytes()])], ['POST', 'POST']));
  });

fault('http-closes-without-answer', 'ERR-2 WAL-9', 'A handler that returns nothing for a zero payout closes the connection without an answer.',
  () => ({ 'http.send': (right, res, response, ctx) => {
    if (ctx.route?.name === 'credit' && Number(ctx.body?.payout?.amount?.text) === 0) return res.destroy();
    return right(res, response, ctx);
  } }),
  '200', async (c) => codes(await c.credit({ ...await c.bet(), amount: '0' })));

fault('http-redirects-to-https', 'GEN-8 ERR-2', 'Requests without X-Forwarded-Proto: https are redirected with 301.',
  () => ({ 'http.route': (right, ctx) => {
    if (ctx.req.headers['x-forwarded-proto'] !== 'https') refuse('no-such-path', 'redirect');
    return right(ctx);
  },
  'error.status': (right, error) => (error.message === 'redirect' ? 301 : right(error)) }),
  '200', async (c) => codes(await c.player()));

fault('http-rate-limit-429', 'ERR-2 DEL-1', 'More than 20 requests a second from one address get 429.',
  () => {
    let window = 0;
    let count = 0;
    return { 'http.handle': (right, ctx) => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== window) [window, count] = [now, 0];
      return ++count > 20 ? { status: 429, body: { message: 'Too many requests' } } : right(ctx);
    } };
  },
  '0', async (c) => String((await Promise.all(Array.from({ length: 45 }, () => c.debit()))).filter((r) => r.status !== 200).length));

module.exports = faults;
