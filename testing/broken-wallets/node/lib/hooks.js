'use strict';

/**
 * Returns `hook(name, right)`: the step `right`, or what a fault or variant makes of it.
 * A replacement receives the right step first, then the arguments of the call.
 */
function createHooks(layers) {
  const known = new Set();
  const hook = (name, right) => {
    known.add(name);
    let step = right;
    for (const layer of layers) {
      if (!Object.hasOwn(layer, name)) continue;
      const inner = step;
      const replacement = layer[name];
      step = (...args) => replacement(inner, ...args);
    }
    return step;
  };
  hook.assertAllUsed = () => {
    for (const layer of layers) {
      for (const name of Object.keys(layer)) {
        if (!known.has(name)) throw new Error(`Unknown hook: ${name}. Use one of: ${[...known].join(', ')}.`);
      }
    }
  };
  return hook;
}

module.exports = { createHooks };
