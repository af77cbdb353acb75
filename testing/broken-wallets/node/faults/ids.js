'use strict';

const { refuse } = require('../lib/refusal');
const { collector, codes } = require('./define');

const { faults, fault } = collector('Ids');

/** Defines a fault under which two different transaction ids are taken for one. */
function sameTransaction(name, summary, normalise, first, second, rules = 'IDM-1 IDM-2') {
  fault(name, rules, summary, () => ({ 'store.transactionKey': (right, id, context) => right(normalise(id), context) }),
    '999998.00', async (c) => {
      await c.debit({ tx: first, round: 'r1' });
      return (await c.debit({ tx: second, round: 'r2' })).amount;
    });
}

sameTransaction('ids-case-ignored', 'Ids are compared without case (MySQL default collation).',
  (id) => id.toLowerCase(), 'Bet-a', 'bet-A');
sameTransaction('ids-normalised-nfc', 'Ids are normalised to NFC, so é in one and in two code points are one id.',
  (id) => id.normalize('NFC'), 'caf\u00e9', 'cafe\u0301');
sameTransaction('ids-normalised-nfkc', 'Ids are normalised to NFKC, so full-width and plain digits are one id.',
  (id) => id.normalize('NFKC'), 'bet-１', 'bet-1');
sameTransaction('ids-accents-ignored', 'Ids are compared without accents (utf8_general_ci).',
  (id) => id.normalize('NFD').replace(/\p{M}/gu, ''), 'bet-é', 'bet-e');
sameTransaction('ids-sharp-s-is-s', 'The collation takes ß for s (utf8_general_ci).',
  (id) => id.replaceAll('ß', 's'), 'maß', 'mas');
sameTransaction('ids-sharp-s-is-ss', 'The collation takes ß for ss (utf8_unicode_ci).',
  (id) => id.replaceAll('ß', 'ss'), 'maß', 'mass');
sameTransaction('ids-emoji-equal', 'The column is utf8mb3: every emoji is stored as a question mark.',
  (id) => id.replace(/[\u{10000}-\u{10ffff}]/gu, '?'), 'bet-🎲', 'bet-🎰');
sameTransaction('ids-ascii-only', 'The column is Latin-1: other characters are stored as question marks.',
  (id) => id.replace(/[^\x00-\xff]/gu, '?'), 'bet-γ', 'bet-δ');
sameTransaction('ids-trimmed', 'Ids are trimmed.', (id) => id.trim(), 'bet', ' bet');
sameTransaction('ids-trailing-spaces-ignored', 'Trailing spaces do not count (CHAR comparison with padding).',
  (id) => id.replace(/ +$/, ''), 'bet', 'bet ');
sameTransaction('ids-cut-at-64', 'Ids are cut to 64 characters by the column.',
  (id) => id.slice(0, 64), `${'x'.repeat(64)}a`, `${'x'.repeat(64)}b`);
sameTransaction('ids-cut-at-36', 'Ids are cut to 36 characters, the length of a UUID.',
  (id) => id.slice(0, 36), `${'x'.repeat(40)}a`, `${'x'.repeat(40)}b`);
sameTransaction('ids-cut-at-191', 'The unique index covers the first 191 characters only (utf8mb4 in old MySQL).',
  (id) => id.slice(0, 191), `${'x'.repeat(200)}a`, `${'x'.repeat(200)}b`);
sameTransaction('ids-numeric-strings-equal', 'Ids that look like numbers are compared as numbers: "1e1" is "10" (PHP ==).',
  (id) => (/^[\d.e+]+$/.test(id) ? String(Number(id)) : id), '1e1', '10');
sameTransaction('ids-leading-zeros-dropped', 'Ids of digits lose their leading zeros in an integer column.',
  (id) => id.replace(/^0+(?=\d)/, ''), '007', '7');
sameTransaction('ids-beyond-double', 'Ids of digits become doubles, so two large ones are one.',
  (id) => (/^\d+$/.test(id) ? String(Number(id)) : id), '9007199254740993', '9007199254740992');
sameTransaction('ids-hyphens-dropped', 'Hyphens are removed to store UUIDs in 32 characters.',
  (id) => id.replaceAll('-', ''), 'ab-1', 'a-b1');
sameTransaction('ids-hash-32', 'Ids are compared by a 32-bit hash (String.hashCode).',
  (id) => String([...id].reduce((hash, char) => (Math.imul(31, hash) + char.codePointAt(0)) | 0, 0)), 'bet-Aa', 'bet-BB');
sameTransaction('ids-zero-width-removed', 'Invisible characters are removed from ids.',
  (id) => id.replace(/[\u200b-\u200d\ufeff]/g, ''), 'bet1', 'bet\u200d1');
sameTransaction('ids-html-escaped-equal', 'Input is unescaped as HTML, so "a&amp;b" is "a&b".',
  (id) => id.replaceAll('&amp;', '&'), 'a&b', 'a&amp;b');
sameTransaction('ids-tags-stripped', 'strip_tags() runs over all input: "<b>1" is "1".',
  (id) => id.replace(/<[^>]*>/g, ''), 'bet1', 'bet<b>1');
sameTransaction('ids-url-decoded', 'Ids in bodies are URL-decoded, so "a%41" is "aA".',
  (id) => id.replace(/%[0-9a-f]{2}/gi, (text) => decodeURIComponent(text)), 'aA', 'a%41');
sameTransaction('ids-dotless-i', 'The collation takes the dotless ı for i.',
  (id) => id.replaceAll('ı', 'i'), 'bet-ı', 'bet-i');

fault('ids-like-search', 'IDM-1 IDM-2', 'Ids are searched with LIKE, so an underscore matches any character.',
  ({ store }) => ({ 'known.find': async (right, id, kind, ctx) => {
    const found = await right(id, kind, ctx);
    if (found || !id.includes('_')) return found;
    const pattern = new RegExp(`^${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.')}$`);
    return [...store.transactions.values()].find((tx) => pattern.test(tx.id));
  } }),
  '999998.00', async (c) => {
    await c.debit({ tx: 'betX1' });
    return (await c.debit({ tx: 'bet_1' })).amount;
  });

/** Defines a fault under which a legal id is refused. */
function refusedId(name, rules, summary, isRefused, id) {
  fault(name, rules, summary, () => ({ 'id.isValid': (right, value) => right(value) && !isRefused(value) }),
    '200', async (c) => codes(await c.debit({ tx: id, round: 'r' })));
}

refusedId('ids-uuid-required', 'WAL-3 D-36', 'Transaction ids must be UUIDs or they are refused.',
  (id) => id.startsWith('spin:') && !/^[0-9a-f-]{36}$/.test(id), 'spin:1');
refusedId('ids-max-100', 'D-36', 'Ids over 100 characters are refused.', (id) => id.length > 100, 'x'.repeat(101));
refusedId('ids-max-255-bytes', 'D-36', 'The limit of 255 counts bytes, so 128 two-byte characters are refused.',
  (id) => Buffer.byteLength(id) > 255, 'é'.repeat(128));
refusedId('ids-max-255-utf16-units', 'D-36', 'The limit of 255 counts UTF-16 units, so 128 emoji are refused.',
  (id) => id.length > 255, '🎲'.repeat(128));
refusedId('ids-non-ascii-refused', 'D-36', 'Ids with other characters than ASCII are refused.', (id) => /[^\x00-\x7f]/.test(id), 'bet-é');
refusedId('ids-space-refused', 'D-36', 'Ids with a space are refused.', (id) => id.includes(' '), 'bet 1');
refusedId('ids-quote-refused', 'D-36', 'The firewall refuses ids with a quote as SQL injection.', (id) => id.includes("'"), "bet'1");
refusedId('ids-zero-is-missing', 'D-36', 'The id "0" is falsy (PHP empty()) and counts as missing.', (id) => id === '0', '0');

fault('ids-empty-accepted', 'D-36 IDM-1', 'An empty transactionId is accepted, so all such bets are one.',
  () => ({ 'id.isValid': (right, value) => value === '' || right(value) }),
  '422', async (c) => codes(await c.debit({ tx: '', round: 'r' })));

fault('ids-control-characters-accepted', 'D-36', 'Ids with control characters are accepted.',
  () => ({ 'id.isValid': (right, value) => right(typeof value === 'string' ? value.replace(/\p{Cc}/gu, '') : value) }),
  '422', async (c) => codes(await c.debit({ tx: 'bet\t1', round: 'r' })));

fault('ids-256-accepted', 'D-36', 'Ids of 256 characters are accepted.',
  () => ({ 'id.isValid': (right, value) => right(typeof value === 'string' ? value.slice(0, 255) : value) }),
  '422', async (c) => codes(await c.debit({ tx: 'x'.repeat(256), round: 'r' })));

fault('ids-nul-cuts', 'D-36 IDM-1', 'An id is cut at a NUL character instead of refused.',
  () => ({ 'id.read': (right, body, field) => right({ [field]: typeof body[field] === 'string' ? body[field].split('\0')[0] : body[field] }, field) }),
  '422', async (c) => codes(await c.debit({ tx: 'bet\0one', round: 'r' })));

/** Defines a fault under which two different rounds are taken for one. */
function sameRound(name, rules, summary, normalise, first, second) {
  fault(name, rules, summary, () => ({ 'store.roundKey': (right, account, round) => right(account, normalise(round)) }),
    '200', async (c) => {
      await c.debit({ round: first });
      return codes(await c.debit({ round: second }));
    });
}

sameRound('rounds-case-ignored', 'RND-1', 'Round keys are compared without case.', (id) => id.toLowerCase(), 'Round-a', 'round-A');
sameRound('rounds-cut-at-32', 'RND-1', 'Round keys are cut to 32 characters.', (id) => id.slice(0, 32), `${'r'.repeat(32)}a`, `${'r'.repeat(32)}b`);
sameRound('rounds-trimmed', 'RND-1', 'Round keys are trimmed.', (id) => id.trim(), 'r', 'r ');
sameRound('rounds-numeric', 'RND-1', 'Round keys are read with parseInt.', (id) => String(parseInt(id, 10) || id), '12-a', '12-b');
sameRound('rounds-collated', 'RND-1', 'Round keys are compared without accents.', (id) => id.normalize('NFD').replace(/\p{M}/gu, ''), 'rundé', 'runde');

fault('rounds-shared-by-accounts', 'D-51 RND-1', 'Round keys are unique over all accounts, so a second player cannot bet in a shared round.',
  () => ({ 'store.roundKey': (right, account, round) => round }),
  '200 200', async (c) => codes(await c.debit({ round: 'shared' }), await c.debit({ round: 'shared', player: 2 })));

fault('rounds-shared-settlement', 'D-51 RND-4', 'In a shared round the first settlement closes the round for every player.',
  ({ store }) => ({ 'settlement.check': (right, order) => {
    if ([...store.rounds.values()].some((round) => round.id === order.round && round.state !== 'Bet')) refuse('round-closed', 'The round is closed.');
    return right(order);
  } }),
  '200 200', async (c) => {
    const one = await c.bet({ round: 'shared' });
    const two = await c.bet({ round: 'shared', player: 2 });
    return codes(await c.credit(one), await c.credit({ ...two, player: 2 }));
  });

fault('reference-case-ignored', 'RND-2 D-24', 'referenceTransactionId is compared without case.',
  ({ store }) => ({ 'debit.find': async (right, reference) => await right(reference)
    ?? [...store.transactions.values()].find((tx) => tx.kind === 'debit' && tx.id.toLowerCase() === reference.toLowerCase()) }),
  '422', async (c) => {
    const bet = await c.bet({ tx: 'bet-a' });
    return codes(await c.credit({ ...bet, ref: 'BET-A' }));
  });

fault('round-of-settlement-case-ignored', 'RND-2 D-26', 'gameRoundId of a settlement is compared without case.',
  () => ({ 'settlement.check': (right, order) => right(order.debit.round.toLowerCase() === order.round.toLowerCase() ? { ...order, round: order.debit.round } : order) }),
  '422', async (c) => {
    const bet = await c.bet({ round: 'round-a' });
    return codes(await c.credit({ ...bet, round: 'ROUND-A' }));
  });

/** Defines a fault under which another spelling of an account is accepted. */
const otherAccountSpelling = (normalise) => () => ({ 'http.parseBody': (right, ...args) => {
  const body = right(...args);
  if (typeof body.playerId === 'string') body.playerId = normalise(body.playerId);
  return body;
} });

fault('accounts-case-ignored', 'WAL-8 WAL-4', 'playerId is compared without case.', otherAccountSpelling((id) => id.toLowerCase()),
  '422', async (c) => codes(await c.debit({ player: 'PLAYER-1' })));
fault('accounts-trimmed', 'WAL-8 WAL-4', 'playerId is trimmed.', otherAccountSpelling((id) => id.trim()),
  '422', async (c) => codes(await c.debit({ player: 'player-1 ' })));
fault('accounts-by-number', 'WAL-8 WAL-4', 'playerId is read as the number at its end, so "user-1" is player-1.',
  otherAccountSpelling((id) => id.replace(/^.*?(\d+)$/, 'player-$1')),
  '422', async (c) => codes(await c.debit({ player: 'user-1' })));

module.exports = faults;
