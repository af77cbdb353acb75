'use strict';

const crypto = require('node:crypto');
const { refuse } = require('./refusal');

const WINDOW_MS = 5 * 60 * 1000;

/** Returns lowercase hex of HMAC over `path|timestamp|data`. */
function sign(secret, path, timestamp, data, algorithm = 'sha512') {
  return crypto.createHmac(algorithm, secret)
    .update(path, 'latin1').update('|').update(timestamp, 'latin1').update('|').update(data)
    .digest('hex');
}

/** Verifies signature, timestamp and source of a callback before its body is parsed (SIG-13). */
function createVerifier({ hook, config, clock }) {
  /** Returns every value of a header as received. */
  const headerValues = hook('verify.headerValues', (ctx, name) => {
    const values = [];
    const raw = ctx.req.rawHeaders;
    for (let i = 0; i < raw.length; i += 2) if (raw[i].toLowerCase() === name) values.push(raw[i + 1]);
    return values;
  });

  /** Returns the only value of a header, or undefined when it is absent or repeated (D-55). */
  const singleHeader = hook('verify.singleHeader', (ctx, name) => {
    const values = headerValues(ctx, name);
    return values.length === 1 && !values[0].includes(',') ? values[0] : undefined;
  });

  const isFresh = hook('verify.isFresh', (timestamp) =>
    /^\d{1,17}$/.test(timestamp) && Math.abs(clock.now() - Number(timestamp)) <= WINDOW_MS);

  const signedPath = hook('verify.path', (ctx) => ctx.path);

  const signedData = hook('verify.data', (ctx) =>
    (ctx.rawBody.length > 0 ? ctx.rawBody : Buffer.from(ctx.query ?? '', 'latin1')));

  const expectedSignature = hook('verify.sign', (secret, path, timestamp, data) =>
    sign(secret, path, timestamp, data));

  const matches = hook('verify.matches', (given, expected) =>
    given.length === expected.length && crypto.timingSafeEqual(Buffer.from(given), Buffer.from(expected)));

  const isSourceAllowed = hook('verify.source', (ctx) =>
    config.sources.length === 0 || config.sources.includes(ctx.req.socket.remoteAddress.replace(/^::ffff:/, '')));

  const checkSignature = hook('verify.signature', (ctx, signature, timestamp) => {
    const path = signedPath(ctx);
    const data = signedData(ctx);
    return config.secrets.some((secret) =>
      matches(signature, expectedSignature(secret, path, timestamp, data, ctx), ctx));
  });

  const verify = hook('verify', (ctx) => {
    if (!isSourceAllowed(ctx)) refuse('source', 'The source address is not allowed.');
    if (ctx.method !== 'POST' && ctx.rawBody.length > 0) refuse('unverified', 'A GET request must not have a body.');
    const timestamp = singleHeader(ctx, 'x-svc-timestamp');
    if (timestamp === undefined || !isFresh(timestamp, ctx)) {
      refuse('unverified', 'X-Svc-Timestamp is missing, malformed or not within 5 minutes of now.');
    }
    const signature = singleHeader(ctx, 'x-svc-signature');
    if (signature === undefined) refuse('unverified', 'X-Svc-Signature is missing or repeated.');
    if (!/^[\x21-\x7e]*$/.test(signature) || !checkSignature(ctx, signature, timestamp)) {
      refuse('unverified', 'X-Svc-Signature does not match the request.');
    }
  });

  return { verify };
}

module.exports = { createVerifier, sign };
