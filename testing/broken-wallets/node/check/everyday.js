'use strict';

const isNear = (response, amount) => Math.abs(Number(response.amount) - amount) <= 1e-3 && response.op !== undefined;

/** Returns "ok" when the everyday sequence of a right wallet succeeds, else the first step that failed. */
async function everyday(c, config = {}) {
  const currency = config.currency ?? 'EUR';
  const player = await c.player();
  const start = Number(player.amount);
  const failed = (step, response) => `${step}: ${response.status} ${response.text?.slice(0, 80)}`;
  if (player.status !== 200 || player.json?.balance?.currency !== currency) return failed('player', player);
  const stake = { amount: '5', currency };

  const bet = await c.bet(stake);
  if (bet.response.status !== 200 || !isNear(bet.response, start - 5)) return failed('debit', bet.response);
  const win = await c.credit({ ...bet, tx: 'everyday-win', amount: '8', currency });
  if (win.status !== 200 || !isNear(win, start + 3)) return failed('credit', win);
  const found = await c.lookup('everyday-win');
  if (found.status !== 200 || found.op !== win.op) return failed('lookup', found);

  const reverted = await c.bet(stake);
  const back = await c.rollback({ ...reverted, tx: 'everyday-back' });
  if (back.status !== 200 || !isNear(back, start + 3)) return failed('rollback', back);
  const again = await c.rollback({ ...reverted, tx: 'everyday-back' });
  if (again.status !== 200 || again.op !== back.op) return failed('repeat', again);

  const poor = await c.debit({ amount: '9000000000000000', currency });
  if (poor.status !== 409 && poor.status !== 422) return failed('insufficient funds', poor);
  const unsigned = await c.debit(stake, { signature: 'ab'.repeat(64) });
  if (unsigned.status !== 401) return failed('wrong signature', unsigned);
  return 'ok';
}

module.exports = { everyday };
