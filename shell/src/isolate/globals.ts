// An isolate has only JavaScript itself, without what browsers and Node add to it.
import 'core-js/actual/dom-exception/index.js';
import 'core-js/actual/atob.js';
import 'core-js/actual/btoa.js';
import 'core-js/actual/structured-clone.js';
import 'core-js/actual/url/index.js';
import 'core-js/actual/url-search-params/index.js';
import { eventGlobals } from './events.ts';
import { fetchGlobals } from './fetchTypes.ts';

/** Defines global values like built-in ones. */
export function defineGlobals(values: object): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

class Utf8Encoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    const bytes = encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  }
}

const started = Date.now();

defineGlobals({
  ...eventGlobals,
  ...fetchGlobals,
  TextEncoder: Utf8Encoder,
  performance: Object.freeze({ now: () => Date.now() - started }),
  process: Object.freeze({ env: Object.freeze({ NODE_ENV: process.env.NODE_ENV }) }),
  queueMicrotask: (callback: () => void) => void Promise.resolve().then(callback),
});
