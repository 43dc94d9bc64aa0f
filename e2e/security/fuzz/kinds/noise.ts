import type { Kind } from '../Attack.ts';

/** Bytes that are no request. */
export const noise: Kind = (random) => ({
  bytes: `${random.pick(['', 'GET ', '\r\n\r\n\r\n', 'get /en http/1.1', '\x16\x03\x01\x02', 'PRI * HTTP/2.0'])}${random.bytes(random.below(200))}\r\n\r\n`,
  isRequest: false,
});
