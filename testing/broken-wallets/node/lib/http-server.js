'use strict';

const http = require('node:http');
const { parseBytes, stringify, isObject } = require('./json');
const { Refusal, refuse } = require('./refusal');

const MAX_BODY = 64 * 1024;

/** Serves the wallet callbacks over HTTP. */
function createHttpServer({ hook, config, callbacks, verify }) {
  const METHODS = { player: 'GET', debit: 'POST', credit: 'POST', rollback: 'POST', lookup: 'GET' };

  /** Splits a request target into path and query, both as on the wire. */
  const splitTarget = hook('http.splitTarget', (url) => {
    const target = url.replace(/^https?:\/\/[^/?]*/i, '');
    const at = target.indexOf('?');
    return at < 0 ? { path: target, query: undefined } : { path: target.slice(0, at), query: target.slice(at + 1) };
  });

  /** Returns the callback that a raw path names, with its raw segments. */
  const matchPath = hook('http.matchPath', (path) => {
    if (!path.startsWith(`${config.prefix}/`)) return undefined;
    const parts = path.slice(config.prefix.length + 1).split('/');
    if (parts.length === 1 && ['player', 'debit', 'credit', 'rollback'].includes(parts[0])) return { name: parts[0] };
    if (parts.length === 4 && parts[0] === 'players' && parts[2] === 'transactions' && parts[1] && parts[3]) {
      return { name: 'lookup', segments: [parts[1], parts[3]] };
    }
    return undefined;
  });

  const methodOf = hook('http.method', (req) => req.method);
  const isMethodAllowed = hook('http.isMethodAllowed', (method, name) => method === METHODS[name]);

  const route = hook('http.route', (ctx) => {
    const match = matchPath(ctx.path, ctx);
    if (!match) refuse('no-such-path', `No such path: ${ctx.path}`);
    if (!isMethodAllowed(ctx.method, match.name)) {
      refuse('wrong-method', `${ctx.method} is not allowed here. Use ${METHODS[match.name]}.`);
    }
    return match;
  });

  /** Reads the raw body bytes, and refuses a large one before it is read whole (D-36). */
  const readBody = hook('http.readBody', async (ctx) => {
    const { req } = ctx;
    const tooLarge = () => {
      ctx.unread = true;
      refuse('too-large', `The body is larger than ${MAX_BODY} bytes.`);
    };
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) tooLarge();
    const chunks = [];
    let size = 0;
    return new Promise((resolve, reject) => {
      req.on('data', (chunk) => {
        size += chunk.length;
        if (size <= MAX_BODY) return chunks.push(chunk);
        try {
          tooLarge();
        } catch (error) {
          reject(error);
        }
        return undefined;
      });
      req.on('end', () => resolve(Buffer.concat(chunks)));
      req.on('error', reject);
      req.on('aborted', () => reject(new Error('The caller closed the connection.')));
    });
  });

  /** Accepts application/json, with any parameter but another charset than UTF-8 (D-37). */
  const isJson = hook('http.isJson', (contentType) => {
    const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
    if (type !== 'application/json') return false;
    return parameters.every((parameter) => {
      const [name, value = ''] = parameter.split('=').map((part) => part.trim());
      return name !== 'charset' || ['utf-8', 'utf8'].includes(value.replace(/^"(.*)"$/, '$1'));
    });
  });

  const parseBody = hook('http.parseBody', (bytes) => {
    let body;
    try {
      body = parseBytes(bytes);
    } catch {
      refuse('malformed', 'The body is not valid JSON.');
    }
    if (!isObject(body)) refuse('malformed', 'The body must be a JSON object.');
    return body;
  });

  const checkContentType = hook('http.checkContentType', (ctx) => {
    if (!isJson(ctx.req.headers['content-type'])) refuse('content-type', 'Send Content-Type: application/json.');
  });

  const dispatch = hook('http.dispatch', async (ctx) => callbacks[ctx.route.name](ctx));

  const handle = hook('http.handle', async (ctx) => {
    Object.assign(ctx, splitTarget(ctx.req.url));
    ctx.method = methodOf(ctx.req);
    ctx.route = route(ctx);
    ctx.rawBody = await readBody(ctx);
    await verify(ctx);
    if (ctx.method === 'POST') {
      checkContentType(ctx);
      ctx.body = parseBody(ctx.rawBody, ctx);
    }
    return dispatch(ctx);
  });

  const errorBody = hook('error.body', (error) => ({ message: error.message }));
  const errorStatus = hook('error.status', (error) => error.status);

  /** Answers a refusal, or an internal error (D-29): before a write a debit does not exist, and the rest can be retried. */
  const errorAnswer = hook('error.answer', (error, ctx) => {
    if (error instanceof Refusal) return { status: errorStatus(error, ctx), body: errorBody(error, ctx) };
    process.stderr.write(`Internal error: ${error.stack}\n`);
    if (error.isOutcomeUnknown) return { status: 500, body: { message: 'Internal error. The outcome is unknown.' } };
    const status = ctx.route?.name === 'debit' ? 422 : 503;
    return { status, body: { message: 'Internal error. Nothing was written.' } };
  });

  /** Returns status, headers and bytes of an answer. */
  const render = hook('http.render', (answer) => {
    const bytes = answer.body === undefined ? Buffer.alloc(0) : Buffer.from(stringify(answer.body));
    const headers = bytes.length ? [['Content-Type', 'application/json']] : [];
    return { status: answer.status, headers, bytes };
  });

  const send = hook('http.send', (res, response, ctx) => {
    const headers = [...response.headers, ['Content-Length', String(response.bytes.length)]];
    if (ctx.unread) headers.push(['Connection', 'close']);
    res.writeHead(response.status, headers.flat());
    res.end(ctx.method === 'HEAD' ? undefined : response.bytes);
  });

  const exchange = hook('http.exchange', async (ctx) => {
    try {
      return await handle(ctx);
    } catch (error) {
      return errorAnswer(error, ctx);
    }
  });

  async function onRequest(req, res) {
    const ctx = { req, res };
    try {
      const answer = await exchange(ctx);
      if (res.destroyed) return;
      await send(res, render(answer, ctx), ctx);
      if (ctx.unread) {
        req.resume();
        setTimeout(() => req.destroy(), 500).unref();
      }
    } catch (error) {
      process.stderr.write(`Internal error: ${error.stack}\n`);
      if (!res.headersSent) res.writeHead(500).end();
    }
  }

  const server = http.createServer({ keepAliveTimeout: 30_000 });
  server.on('request', onRequest);
  return server;
}

module.exports = { createHttpServer };
