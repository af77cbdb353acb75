'use strict';

const { JsonNumber } = require('../lib/json');
const { refuse } = require('../lib/refusal');
const { collector, codes, sleep } = require('./define');

const { faults, fault } = collector('Lookup and player');
const seen = async (c, player = 1) => c.lookup((await c.bet()).tx, player);

fault('lookup-404-settled', 'WAL-12', 'Only open bets are found: a settled debit answers 404.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    return tx?.kind === 'debit' && store.findRound(account, tx.round).state === 'Settled' ? undefined : tx;
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    await c.credit(bet);
    return codes(await c.lookup(bet.tx));
  });

fault('lookup-404-reverted', 'WAL-12', 'A debit that was rolled back answers 404.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    return tx?.kind === 'debit' && store.findRound(account, tx.round).state === 'Reverted' ? undefined : tx;
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    await c.rollback(bet);
    return codes(await c.lookup(bet.tx));
  });

for (const kind of ['credit', 'rollback']) {
  fault(`lookup-404-${kind}`, 'WAL-12', `Only debits are searched: a ${kind} answers 404.`,
    () => ({ 'lookup.find': async (right, account, id) => {
      const tx = await right(account, id);
      return tx?.kind === kind ? undefined : tx;
    } }),
    '200', async (c) => {
      await c.move(kind, { ...await c.bet(), tx: 'settlement' });
      return codes(await c.lookup('settlement'));
    });
}

fault('lookup-404-zero', 'WAL-12 WAL-9', 'Transactions of amount 0 are not found.',
  () => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    return tx?.amount === 0n ? undefined : tx;
  } }),
  '200', async (c) => codes(await c.lookup((await c.bet({ amount: '0' })).tx)));

fault('lookup-404-tombstone', 'WAL-12 D-25', 'The rollback of an unknown debit is not found.',
  () => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    return tx?.kind === 'rollback' && tx.amount === 0n ? undefined : tx;
  } }),
  '200', async (c) => {
    await c.rollback({ ref: 'unknown', round: 'r', tx: 'back' });
    return codes(await c.lookup('back'));
  });

fault('lookup-forgets-old', 'WAL-12', 'Only the last 20 transactions are found; the others are in the archive.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    return tx && [...store.transactions.keys()].indexOf(id) < store.transactions.size - 20 ? undefined : tx;
  } }),
  '200', async (c) => {
    const bet = await c.bet();
    for (let n = 0; n < 21; n++) await c.debit();
    return codes(await c.lookup(bet.tx));
  });

fault('lookup-200-refused', 'ERR-3 WAL-12', 'A debit refused with 409 or 422 is in the audit log, and the lookup finds it there.',
  ({ store }) => {
    const log = new Map();
    return { process: async (right, kind, id, ctx) => {
      try {
        return await right(kind, id, ctx);
      } catch (error) {
        log.set(id, { account: ctx.body.playerId });
        throw error;
      }
    },
    'lookup.find': async (right, account, id) => {
      const tx = await right(account, id);
      const refused = log.get(id);
      if (tx || refused?.account !== account) return tx;
      const now = Date.now();
      return { account, amount: 0n, balance: store.accounts.get(account).balance, currency: 'EUR', operatorTransactionId: 'refused', createdAt: now, updatedAt: now };
    } };
  },
  '404', async (c) => codes(await c.lookup((await c.bet({ amount: '2000000.00' })).tx)));

fault('lookup-other-operator-id', 'WAL-12', 'The lookup answers the row number, not the operatorTransactionId given before.',
  () => ({ 'lookup.result': (right, tx, ctx) => ({ ...right(tx, ctx), operatorTransactionId: `row-${tx.operatorTransactionId}` }) }),
  'true', async (c) => {
    const bet = await c.bet();
    return String((await c.lookup(bet.tx)).op === bet.response.op);
  });

fault('lookup-new-operator-id', 'WAL-12', 'Each lookup answers another operatorTransactionId.',
  ({ store }) => ({ 'lookup.result': (right, tx, ctx) => ({ ...right(tx, ctx), operatorTransactionId: store.nextOperatorId() }) }),
  'true', async (c) => {
    const { tx } = await c.bet();
    return String((await c.lookup(tx)).op === (await c.lookup(tx)).op);
  });

fault('lookup-answers-provider-id', 'WAL-12', 'The lookup answers the transactionId of the service as operatorTransactionId.',
  () => ({ 'lookup.result': (right, tx, ctx) => ({ ...right(tx, ctx), operatorTransactionId: tx.id }) }),
  'true', async (c) => {
    const bet = await c.bet();
    return String((await c.lookup(bet.tx)).op === bet.response.op);
  });

fault('lookup-operator-id-number', 'WAL-13', 'The lookup writes operatorTransactionId as a number.',
  () => ({ 'lookup.result': (right, tx, ctx) => ({ ...right(tx, ctx), operatorTransactionId: new JsonNumber('17') }) }),
  'string', async (c) => typeof (await seen(c)).op);

fault('lookup-current-balance', 'WAL-12 WAL-13', 'The lookup answers the balance of now.',
  ({ store }) => ({ 'lookup.result': (right, tx, ctx) => right({ ...tx, balance: store.accounts.get(tx.account).balance }, ctx) }),
  '999999.00', async (c) => {
    const { tx } = await c.bet();
    await c.debit();
    return (await c.lookup(tx)).amount;
  });

fault('lookup-without-balance', 'WAL-12 WAL-13', 'The lookup answers without a balance.',
  () => ({ 'lookup.result': (right, tx, ctx) => ({ ...right(tx, ctx), balance: undefined }) }),
  '999999.00', async (c) => String((await seen(c)).amount));

fault('lookup-balance-is-amount', 'WAL-12 WAL-13', 'balance.amount of the lookup is the amount of the transaction.',
  () => ({ 'lookup.result': (right, tx, ctx) => right({ ...tx, balance: tx.amount }, ctx) }),
  '999999.00', async (c) => (await seen(c)).amount);

fault('lookup-array', 'WAL-12 WAL-13', 'The lookup answers a list with one result.',
  () => ({ 'lookup.result': (right, tx, ctx) => [right(tx, ctx)] }),
  'string', async (c) => typeof (await seen(c)).op);

fault('lookup-account-ignored', 'D-30 WAL-12', 'The account in the path is ignored, so a transaction of another player is shown.',
  ({ store }) => ({ 'lookup.find': (right, account, id) => store.findTransaction(id, {}) }),
  '404', async (c) => codes(await seen(c, 2)));

fault('lookup-account-case-ignored', 'D-30 WAL-12', 'The account in the path is compared without case.',
  () => ({ 'lookup.find': (right, account, id) => right(account.toLowerCase(), id) }),
  '404', async (c) => codes(await c.send({ path: `players/PLAYER-1/transactions/${(await c.bet()).tx}` })));

fault('lookup-id-case-ignored', 'WAL-12', 'The id in the path is compared without case.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => await right(account, id)
    ?? [...store.transactions.values()].find((tx) => tx.account === account && tx.id.toLowerCase() === id.toLowerCase()) }),
  '404', async (c) => {
    await c.bet({ tx: 'bet-a' });
    return codes(await c.lookup('BET-A'));
  });

fault('lookup-by-beginning', 'WAL-12', 'The id in the path matches by its beginning.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => await right(account, id)
    ?? [...store.transactions.values()].find((tx) => tx.account === account && tx.id.startsWith(id)) }),
  '404', async (c) => {
    await c.bet({ tx: 'bet-abc' });
    return codes(await c.lookup('bet-a'));
  });

fault('lookup-by-round', 'WAL-12', 'The id in the path may be a round, and then the debit of the round is answered.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => await right(account, id)
    ?? [...store.transactions.values()].find((tx) => tx.account === account && tx.round === id) }),
  '404', async (c) => {
    await c.bet({ tx: 'bet', round: 'the-round' });
    return codes(await c.lookup('the-round'));
  });

for (const [status, rules, text] of [[200, 'WAL-12 D-30', 'with an empty object'], [204, 'D-30', ''], [422, 'D-30', ''], [500, 'ERR-4', 'although a read writes nothing'], [409, 'ERR-2 D-30', '']]) {
  fault(`lookup-unknown-${status}`, rules, `An unknown transaction answers ${status}${text && ` ${text}`}.`,
    () => ({ 'error.answer': (right, error, ctx) => {
      if (error.code !== 'unknown-transaction') return right(error, ctx);
      return { status, body: status === 200 ? {} : status === 204 ? undefined : { message: error.message } };
    } }),
    '404', async (c) => codes(await c.lookup('unknown')));
}

fault('lookup-other-message', 'D-30', 'A transaction of another player answers 404 with a message that says so.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    if (!tx && store.transactions.has(id)) refuse('unknown-transaction', 'The transaction belongs to another player.');
    return tx;
  } }),
  'true', async (c) => String((await seen(c, 2)).message === (await c.lookup('unknown')).message));

fault('lookup-creates', 'WAL-12 IDM-1', 'The lookup of an unknown id stores an empty record (get_or_create), so the debit that arrives later is taken for a repeat.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    if (!tx && store.accounts.has(account) && !store.transactions.has(id)) {
      const now = Date.now();
      store.transactions.set(id, { id, kind: 'debit', account: `${account}:pending`, round: '', amount: 0n, balance: 0n, currency: 'EUR', operatorTransactionId: 'pending', createdAt: now, updatedAt: now });
    }
    return tx;
  },
  'replay.namesAnotherAccount': (right, body, tx) => !tx.account.endsWith(':pending') && right(body, tx) }),
  '999999.00', async (c) => {
    await c.lookup('later');
    return (await c.debit({ tx: 'later' })).amount;
  });

fault('lookup-cancels', 'WAL-12 RND-3', 'The lookup of a bet that is open for more than a second reverts it.',
  ({ store }) => ({ 'lookup.find': async (right, account, id) => {
    const tx = await right(account, id);
    const round = tx?.kind === 'debit' && store.findRound(account, tx.round);
    if (round?.state === 'Bet' && Date.now() - tx.createdAt > 1000) {
      round.state = 'Reverted';
      store.accounts.get(account).balance += tx.amount;
    }
    return tx;
  } }),
  '999999.00', async (c) => {
    const { tx } = await c.bet();
    await sleep(1050);
    await c.lookup(tx);
    return c.balance();
  }, { time: true });

// Player

const amountOf = async (c) => (await c.player()).amount;

fault('player-wrong-currency', 'WAL-2', '/player answers in the default currency of the site.',
  () => ({ 'player.record': (right, account) => ({ ...right(account), balance: { ...right(account).balance, currency: 'USD' } }) }),
  'EUR', async (c) => String((await c.player()).json?.balance.currency));

for (const [status, rules] of [[401, 'ERR-2 D-15'], [404, 'D-15'], [500, 'ERR-4 D-15'], [400, 'D-15']]) {
  fault(`player-unknown-token-${status}`, rules, `An unknown token answers ${status}.`,
    () => ({ 'error.status': (right, error) => (error.code === 'unknown-token' ? status : right(error)) }),
    '403', async (c) => codes(await c.player('nobody')));
}

fault('player-guest', 'WAL-2', 'An unknown token answers 200 with a guest account.',
  ({ store }) => ({ 'player.findSession': (right, token) => right(token) ?? store.findSession('token-1') }),
  '403', async (c) => codes(await c.player('nobody')));

fault('player-token-case-ignored', 'WAL-2 LAU-10', 'Tokens are compared without case.',
  () => ({ 'player.findSession': (right, token) => right(token.toLowerCase()) }),
  '403', async (c) => codes(await c.player('TOKEN-1')));

fault('player-token-by-beginning', 'WAL-2 LAU-10', 'Tokens are compared by their first seven characters.',
  () => ({ 'player.findSession': (right, token) => right(token.slice(0, 7)) }),
  '403', async (c) => codes(await c.player('token-1x')));

fault('player-token-trimmed', 'WAL-2', 'The token is trimmed before it is compared.',
  () => ({ 'player.findSession': (right, token) => right(token.trim()) }),
  '403', async (c) => codes(await c.player(' token-1')));

fault('player-token-single-use', 'LAU-10', 'A token is used up by its first /player, so a reload fails.',
  () => {
    const used = new Set();
    return { 'player.findSession': (right, token) => {
      const session = used.has(token) ? undefined : right(token);
      used.add(token);
      return session;
    } };
  },
  '200 200', async (c) => codes(await c.player(), await c.player()));

fault('player-token-expires-soon', 'LAU-10', 'A token expires one second after its first use, though it must live for two hours.',
  () => {
    const first = new Map();
    return { 'player.findSession': (right, token) => {
      if (!first.has(token)) first.set(token, Date.now());
      return Date.now() - first.get(token) > 1000 ? undefined : right(token);
    } };
  },
  '200 200', async (c) => {
    const before = await c.player();
    await sleep(1100);
    return codes(before, await c.player());
  });

fault('player-one-token-at-a-time', 'LAU-10', 'Opening a game ends the session of the same player\'s other token.',
  () => {
    const current = new Map();
    return { 'player.findSession': (right, token) => {
      const session = right(token);
      if (!session) return session;
      const known = current.get(session.account);
      current.set(session.account, known && known !== token ? [known, token].sort()[1] : token);
      return current.get(session.account) === token ? session : undefined;
    } };
  },
  '200 200 200', async (c) => codes(await c.player('token-1'), await c.player('token-1-second'), await c.player('token-1')));

fault('player-account-id-per-token', 'WAL-2 LAU-10', 'accountId is that of the session, so two tokens of one player are two accounts.',
  () => {
    let asked;
    return { 'player.findSession': (right, token) => {
      asked = token;
      return right(token);
    },
    'player.record': (right, account) => ({ ...right(account), accountId: asked.endsWith('-second') ? `${account.id}-second` : account.id }) };
  },
  'player-1', async (c) => String((await c.player('token-1-second')).json?.accountId));

fault('player-account-id-number', 'D-14 WAL-2', 'accountId is written as a number.',
  () => ({ 'player.record': (right, account) => ({ ...right(account), accountId: new JsonNumber(account.id.slice(7)) }) }),
  'string', async (c) => typeof (await c.player()).json?.accountId);

fault('player-balance-flat', 'WAL-2', 'balance is a plain number, without a currency.',
  () => ({ 'player.record': (right, account) => ({ ...right(account), balance: right(account).balance.amount }) }),
  '1000000.00', async (c) => String(await amountOf(c)));

fault('player-no-display-name', 'WAL-2', 'displayName is missing.',
  () => ({ 'player.record': (right, account) => ({ ...right(account), displayName: undefined }) }),
  'string', async (c) => typeof (await c.player()).json?.displayName);

fault('player-latin1', 'WAL-2 GEN-2', 'Answers are encoded as Latin-1, so a displayName with ë is not valid UTF-8.',
  () => ({ 'http.render': (right, answer, ctx) => {
    const response = right(answer, ctx);
    return { ...response, bytes: Buffer.from(response.bytes.toString('utf8'), 'latin1') };
  } }),
  'Zoë 1', async (c) => String((await c.player()).json?.displayName));

fault('player-stale-balance', 'WAL-2 WAL-4', '/player reads a replica that is two seconds behind.',
  ({ store }) => {
    const stale = new Map();
    return { 'player.record': (right, account) => {
      const now = Date.now();
      const copy = stale.get(account.id);
      if (!copy || now - copy.at > 2000) stale.set(account.id, { at: now, balance: account.balance });
      return right({ ...account, balance: stale.get(account.id).balance }, store);
    } };
  },
  '999999.00', async (c) => {
    await c.player();
    await c.debit();
    return amountOf(c);
  });

fault('player-reserves-balance', 'WAL-2', '/player subtracts the stakes of open rounds once more.',
  ({ store }) => ({ 'player.record': (right, account) => {
    let open = 0n;
    for (const tx of store.transactions.values()) {
      if (tx.kind === 'debit' && tx.account === account.id && store.findRound(account.id, tx.round).state === 'Bet') open += tx.amount;
    }
    return right({ ...account, balance: account.balance - open });
  } }),
  '999999.00', async (c) => {
    await c.debit();
    return amountOf(c);
  });

fault('player-welcome-bonus', 'WAL-2', 'Opening a game pays a bonus of one unit, once a player.',
  () => {
    const paid = new Set();
    return { 'player.record': (right, account) => {
      if (!paid.has(account.id)) account.balance += 100n;
      paid.add(account.id);
      return right(account);
    } };
  },
  '1000000.00', amountOf);

fault('debit-token-required', 'D-16 WAL-3', 'A debit without a token is refused.',
  () => ({ 'account.ofDebit': (right, body) => {
    if (!body.token) refuse('token-mismatch', 'token is required.');
    return right(body);
  } }),
  '200', async (c) => codes(await c.debit({ more: { token: undefined } })));

fault('debit-player-required', 'D-16', 'A debit without playerId is refused, though its token names the player.',
  () => ({ 'account.ofDebit': (right, body) => {
    if (!body.playerId) refuse('unknown-player', 'playerId is required.');
    return right(body);
  } }),
  '200', async (c) => codes(await c.debit({ playerId: undefined })));

fault('debit-token-not-compared', 'D-16', 'The token is not compared with playerId.',
  () => ({ 'account.ofDebit': (right, body) => right(body.playerId ? { playerId: body.playerId } : body) }),
  '422', async (c) => codes(await c.debit({ token: 'token-2' })));

fault('debit-token-wins', 'D-16 WAL-4', 'When token and playerId differ, the player of the token pays.',
  () => ({ 'account.ofDebit': (right, body) => right(body.token ? { token: body.token } : body) }),
  '422', async (c) => codes(await c.debit({ token: 'token-2' })));

fault('debit-unknown-token-accepted', 'D-17', 'A token that no player ever had is accepted beside a playerId.',
  ({ store }) => ({ 'account.ofDebit': (right, body) => right(body.playerId && !store.findSession(body.token) ? { playerId: body.playerId } : body) }),
  '422', async (c) => codes(await c.debit({ token: 'nobody' })));

fault('debit-second-token-refused', 'LAU-10 WAL-4', 'Only the first token of a player may place bets.',
  () => ({ 'account.ofDebit': (right, body) => {
    if (/second$/.test(body.token ?? '')) refuse('token-mismatch', 'The session is not active.');
    return right(body);
  } }),
  '200', async (c) => codes(await c.debit({ token: 'token-1-second' })));

module.exports = faults;
