'use strict';

const { JsonNumber } = require('./json');
const { refuse } = require('./refusal');

const MAX_MINOR = (1n << 63n) - 1n;
const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const NO_DECIMALS = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'PYG', 'UGX', 'XAF', 'XOF', 'XPF']);
const THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
const CRYPTO = new Set(['BTC', 'ETH', 'LTC', 'DOGE', 'USDT', 'USDC']);

/** Returns the number of decimals of a currency (D-19, D-58). */
function decimalsOf(currency) {
  if (NO_DECIMALS.has(currency)) return 0;
  if (THREE_DECIMALS.has(currency)) return 3;
  return CRYPTO.has(currency) || currency.length !== 3 ? 8 : 2;
}

/** Reads and writes amounts as exact counts of minor units. */
function createMoney(hook) {
  /** Returns the minor units of a JSON number, or refuses what does not fit exactly. */
  const parseText = hook('money.parseText', (text, currency) => {
    const match = AMOUNT.exec(text);
    if (!match) refuse('bad-amount', `Amount ${text} is not a number. Send a decimal number.`);
    const [, sign, whole, fraction = '', exponent = '0'] = match;
    const digits = (whole + fraction).replace(/^0+/, '');
    if (digits === '') return 0n;
    if (sign) refuse('bad-amount', `Amount ${text} is negative. Send 0 or more.`);
    const shift = Number(exponent) - fraction.length + decimalsOf(currency);
    if (Math.abs(shift) > 1000) refuse('bad-amount', `Amount ${text} does not fit ${currency}.`);
    let minor = BigInt(digits);
    if (shift >= 0) {
      minor *= 10n ** BigInt(shift);
    } else {
      const unit = 10n ** BigInt(-shift);
      if (minor % unit !== 0n) refuse('bad-amount', `Amount ${text} has too many decimals for ${currency}.`);
      minor /= unit;
    }
    if (minor > MAX_MINOR) refuse('bad-amount', `Amount ${text} is too large.`);
    return minor;
  });

  /** Returns the minor units of a field of a body. */
  const parseAmount = hook('money.parse', (value, currency) => {
    if (!(value instanceof JsonNumber)) refuse('bad-amount', 'The amount is missing or is not a number.');
    return parseText(value.text, currency);
  });

  /** Returns the text of an amount with all decimals of its currency. */
  const formatText = hook('money.formatText', (minor, currency) => {
    const decimals = decimalsOf(currency);
    const sign = minor < 0n ? '-' : '';
    const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
    if (decimals === 0) return sign + digits;
    return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });

  const formatAmount = hook('money.format', (minor, currency) => new JsonNumber(formatText(minor, currency)));
  const hasFunds = hook('money.hasFunds', (balance, stake) => balance >= stake);
  const fits = hook('money.fits', (balance) => balance <= MAX_MINOR);

  return { parseText, parseAmount, formatAmount, formatText, hasFunds, fits };
}

module.exports = { createMoney, decimalsOf, MAX_MINOR };
