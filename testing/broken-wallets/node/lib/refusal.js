'use strict';

/** Maps the reason of a refusal to its status. */
const STATUS = {
  'unverified': 401,
  'source': 401,
  'unknown-token': 403,
  'no-such-path': 404,
  'unknown-transaction': 404,
  'wrong-method': 405,
  'insufficient-funds': 409,
  'too-large': 413,
  'malformed': 422,
  'content-type': 422,
  'bad-id': 422,
  'bad-amount': 422,
  'bad-reason': 422,
  'unknown-player': 422,
  'token-mismatch': 422,
  'wrong-currency': 422,
  'stake-not-zero': 422,
  'balance-too-large': 422,
  'round-exists': 422,
  'round-closed': 422,
  'tombstoned': 422,
  'unknown-debit': 422,
  'wrong-round': 422,
  'wrong-player': 422,
  'id-taken': 422,
  'limit': 422,
  'busy': 503,
};

/** Says why a callback is refused. Nothing has been written when it is thrown. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}

/** Throws a refusal. */
function refuse(code, message) {
  throw new Refusal(code, message);
}

module.exports = { Refusal, refuse };
