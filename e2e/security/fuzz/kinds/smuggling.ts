import type { Kind } from '../Attack.ts';
import { cachedPages } from '../places.ts';

const smuggled = 'GET /en/smuggled HTTP/1.1\r\nHost: evil.example\r\n\r\n';
const framings = [
  `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
  `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  `Content-Length: -1\r\n\r\n${smuggled}`,
  `Content-Length: +0\r\n\r\n${smuggled}`,
  `Content-Length: 0x10\r\n\r\n${smuggled}`,
  `Content-Length : 5\r\n\r\n${smuggled}`,
  `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n${smuggled}`,
  ` Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${smuggled}`,
  `X: a\nTransfer-Encoding: chunked\n\n0\n\n${smuggled}`,
  `X: a\r\n\tfolded: b\r\n\r\n${smuggled}`,
  `X\x00: a\r\n\r\n`,
  `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  `${'X: a\r\n'.repeat(3_000)}\r\n`,
] as const;

/** Hides a request in another one, from servers that disagree on where a request ends. */
export const smuggling: Kind = (random) => {
  const start = `${random.pick(['GET', 'POST'])} ${random.pick([...cachedPages, '/api/v1/contact'] as const)} HTTP/1.1\r\nHost: site.example\r\n`;
  return { bytes: start + random.pick(framings), isRequest: false };
};
