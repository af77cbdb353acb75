'use strict';

/** A JSON number kept as its text, so that no digit is lost. */
class JsonNumber {
  constructor(text) {
    this.text = text;
  }
}

const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;

/** Parses JSON text strictly: refuses duplicate keys, trailing text and deep nesting (D-38). */
function parse(text) {
  let at = 0;
  const fail = () => {
    throw new SyntaxError(`Malformed JSON at character ${at}`);
  };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) fail();
    at += match[0].length;
    return match[0];
  };
  const space = () => take(SPACE);
  const literal = (word, value) => {
    if (!text.startsWith(word, at)) fail();
    at += word.length;
    return value;
  };

  function value(depth) {
    if (depth > MAX_DEPTH) fail();
    const first = text[at];
    if (first === '{') return object(depth);
    if (first === '[') return array(depth);
    if (first === '"') return JSON.parse(take(STRING));
    if (first === 't') return literal('true', true);
    if (first === 'f') return literal('false', false);
    if (first === 'n') return literal('null', null);
    return new JsonNumber(take(NUMBER));
  }

  function object(depth) {
    const result = Object.create(null);
    at++;
    space();
    if (text[at] === '}') {
      at++;
      return result;
    }
    for (;;) {
      const key = JSON.parse(take(STRING));
      if (Object.hasOwn(result, key)) fail();
      space();
      if (text[at++] !== ':') fail();
      space();
      result[key] = value(depth + 1);
      space();
      const next = text[at++];
      if (next === '}') return result;
      if (next !== ',') fail();
      space();
    }
  }

  function array(depth) {
    const result = [];
    at++;
    space();
    if (text[at] === ']') {
      at++;
      return result;
    }
    for (;;) {
      result.push(value(depth + 1));
      space();
      const next = text[at++];
      if (next === ']') return result;
      if (next !== ',') fail();
      space();
    }
  }

  space();
  const result = value(0);
  space();
  if (at !== text.length) fail();
  return result;
}

/** Parses bytes as UTF-8 JSON. */
function parseBytes(bytes) {
  return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

/** Writes a value as JSON. Numbers of money come as JsonNumber and keep their text. */
function stringify(value) {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.keys(value).filter((key) => value[key] !== undefined);
    return `{${fields.map((key) => `${JSON.stringify(key)}:${stringify(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

const isObject = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof JsonNumber);

module.exports = { JsonNumber, parse, parseBytes, stringify, isObject };
