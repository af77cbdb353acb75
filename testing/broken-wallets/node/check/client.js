'use strict';

const net = require('node:net');
const zlib = require('node:zlib');
const { sign } = require('../lib/verify');
const { JsonNumber, parse, stringify } = require('../lib/json');

const SECRET = 'selfcheck-secret';
const raw = (text) => new JsonNumber(String(text));

/** Parses the responses in a byte stream, and returns them with the bytes left over. */
function parseResponses(bytes, methods) {
  const responses = [];
  let rest = bytes;
  for (const method of methods) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine, ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
    if (/^HTTP\/1\.1 1\d\d/.test(statusLine)) {
      const later = parseResponses(rest.subarray(end + 4), methods.slice(responses.length));
      return { responses: [...responses, ...later.responses], rest: later.rest };
    }
    const header = (name) => headers.find(([key]) => key === name)?.[1];
    let at = end + 4;
    let body = Buffer.alloc(0);
    if (method !== 'HEAD' && header('transfer-encoding') === 'chunked') {
      const parts = [];
      for (;;) {
        const line = rest.indexOf('\r\n', at);
        if (line < 0) return { responses, rest };
        const size = parseInt(rest.subarray(at, line).toString('latin1'), 16);
        parts.push(rest.subarray(line + 2, line + 2 + size));
        at = line + 2 + size + 2;
        if (size === 0) break;
      }
      body = Buffer.concat(parts);
      if (at > rest.length) break;
    } else if (method !== 'HEAD') {
      const length = Number(header('content-length') ?? 0);
      if (rest.length < at + length) break;
      body = rest.subarray(at, at + length);
      at += length;
    }
    responses.push({ status: Number(statusLine.split(' ')[1]), headers, header, bytes: body });
    rest = rest.subarray(at);
  }
  return { responses, rest };
}

/** Gives a response its parsed JSON and short names for the fields that checks read. */
function finish(response) {
  let { bytes } = response;
  response.text = bytes.toString('utf8');
  try {
    if (response.header('content-encoding') === 'gzip' && response.allowGzip) bytes = zlib.gunzipSync(bytes);
    response.text = bytes.toString('utf8');
    response.json = parse(response.text);
  } catch {
    response.json = undefined;
  }
  const amount = response.json?.balance?.amount;
  response.amount = amount instanceof JsonNumber ? amount.text : JSON.stringify(amount);
  response.op = response.json?.operatorTransactionId;
  response.message = response.json?.message;
  return response;
}

/** Calls a wallet as the service does, and can break every part of a request on purpose. */
class Client {
  constructor({ host, port, prefix }) {
    Object.assign(this, { host, port, prefix });
    this.count = 0;
    this.timeoutMs = 6000;
    this.accountId = (n) => `player-${n}`;
  }

  id(label = 'tx') {
    return `${label}-${++this.count}-selfcheck`;
  }

  /** Returns the bytes of a signed request. */
  request({ method = 'GET', path, query, body, headers = [], timestamp = String(Date.now()), data, signPath, secret = SECRET,
    signature, signed = [], contentType = 'application/json', chunked = false, drop = [], close = false, host = 'wallet' }) {
    const full = path.startsWith('/') ? path : `${this.prefix}/${path}`;
    const bytes = body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.from(body);
    const signedData = data ?? (bytes.length ? bytes : Buffer.from(query ?? '', 'latin1'));
    const right = sign(secret, signPath ?? full, timestamp, signedData);
    const value = typeof signature === 'function' ? signature(right) : signature ?? right;
    const lines = [['Host', host], ['X-Svc-Timestamp', timestamp], ['X-Svc-Signature', value], ...signed, ...headers];
    if (body !== undefined && contentType) lines.push(['Content-Type', contentType]);
    if (chunked) lines.push(['Transfer-Encoding', 'chunked']);
    else if (body !== undefined) lines.push(['Content-Length', String(bytes.length)]);
    if (close) lines.push(['Connection', 'close']);
    const kept = lines.filter(([name]) => !drop.includes(name.toLowerCase()));
    const target = query === undefined ? full : `${full}?${query}`;
    const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${kept.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`, 'latin1');
    const wire = chunked ? [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')] : [bytes];
    return Buffer.concat([head, ...wire]);
  }

  /** Sends pieces of bytes over one connection and returns the responses, or status 0 for none in time. */
  exchange(pieces, methods, gapMs = 0) {
    return new Promise((resolve) => {
      let received = Buffer.alloc(0);
      const socket = net.connect(this.port, this.host);
      const done = () => {
        clearTimeout(timer);
        socket.destroy();
        const { responses, rest } = parseResponses(received, methods);
        while (responses.length < methods.length) responses.push({ status: 0, headers: [], header: () => undefined, bytes: Buffer.alloc(0) });
        responses.forEach(finish);
        responses.rest = rest;
        resolve(responses);
      };
      const timer = setTimeout(done, this.timeoutMs);
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (parseResponses(received, methods).responses.length === methods.length) done();
      });
      socket.on('error', done);
      socket.on('close', done);
      socket.on('connect', async () => {
        socket.setNoDelay(true);
        for (const piece of pieces) {
          if (socket.destroyed) return;
          socket.write(piece);
          if (gapMs) await new Promise((next) => setTimeout(next, gapMs));
        }
      });
    });
  }

  async send(options) {
    const [response] = await this.exchange([this.request(options)], [options.method ?? 'GET']);
    return response;
  }

  /** Returns the JSON text of a movement. */
  body(kind, given) {
    const { tx = this.id(), round = `round-${tx}`, player = 1, amount, ref, currency = 'EUR', reason, token, more = {}, ...fields } = { ...given };
    const base = { transactionId: tx, gameRoundId: round, playerId: typeof player === 'number' ? this.accountId(player) : player, gameId: 'crash' };
    if (kind === 'debit') Object.assign(base, { token: token ?? (typeof player === 'number' ? `token-${player}` : undefined), stake: { amount: raw(amount ?? '1.00'), currency }, reason: reason ?? 'bet' });
    if (kind === 'credit') Object.assign(base, { payout: { amount: raw(amount ?? '2.00'), currency }, reason: reason ?? 'win' });
    if (kind === 'rollback') base.reason = reason ?? 'refund';
    if (kind !== 'debit') base.referenceTransactionId = ref;
    return stringify({ ...base, ...more, ...fields });
  }

  move(kind, fields, options = {}) {
    return this.send({ method: 'POST', path: kind, body: options.text ?? this.body(kind, fields), ...options });
  }

  debit(fields = {}, options) { return this.move('debit', fields, options); }
  credit(fields, options) { return this.move('credit', fields, options); }
  rollback(fields, options) { return this.move('rollback', fields, options); }

  player(token = 'token-1', options = {}) {
    return this.send({ path: 'player', query: `gameId=crash&token=${encodeURIComponent(token)}`, ...options });
  }

  lookup(tx, player = 1, options = {}) {
    return this.send({ path: `players/${encodeURIComponent(this.accountId(player))}/transactions/${encodeURIComponent(tx)}`, ...options });
  }

  /** Returns the balance of a player as the wallet writes it. */
  async balance(player = 1) {
    return (await this.player(`token-${player}`)).amount;
  }

  /** Places a bet and returns its ids. */
  async bet(fields = {}) {
    const tx = fields.tx ?? this.id('bet');
    const round = fields.round ?? `round-${tx}`;
    const response = await this.debit({ ...fields, tx, round });
    const bet = { ref: tx, round };
    return Object.defineProperties(bet, { tx: { value: tx }, response: { value: response } });
  }
}

module.exports = { Client, SECRET, raw };
