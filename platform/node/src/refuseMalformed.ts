import type { Socket } from 'node:net';
import { limits } from './limits.ts';

/** Node's error for a request that it can't read, with the packet in which it noticed. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
  /** How much of the packet it had read. */
  readonly bytesParsed?: number;
}

/** The response to a parser error. */
interface Refusal {
  readonly status: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const malformed: Refusal = {
  status: '400 Bad Request',
  text: 'SITE-REQUEST The site does not understand this request.',
};
const tooLong: Refusal = {
  status: '414 URI Too Long',
  text: 'SITE-REQUEST The address of this request is too long.',
};
const tooManyCookies: Refusal = {
  status: '431 Request Header Fields Too Large',
  text: 'SITE-REQUEST The headers of this request are too large. Cookies of this site are removed: please load the page again.',
  // A script can set cookies that a browser then sends with every request. Without this header, those visitors would never
  // get a page again.
  headers: { 'clear-site-data': '"cookies"' },
};
const tooLarge: Refusal = {
  status: '431 Request Header Fields Too Large',
  text: 'SITE-REQUEST The headers of this request are too large. If that happens on every page, remove the cookies of this site in your browser.',
};

/** Answers to Node's parser errors by their codes; all others are `malformed`. */
const refusals: Readonly<Record<string, (error: ParserError) => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => ({ ...malformed, status: '408 Request Timeout' }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => ({ ...malformed, status: '413 Content Too Large' }),
  HPE_HEADER_OVERFLOW: refusalOfOverflow,
};

/**
 * What made the headers of a request too large. Any site may link to a long address, so cookies are removed only if they would
 * be too many at every other address, too. Without the beginning of the `Cookie` header, which may have been in an earlier
 * packet, nobody knows.
 */
function refusalOfOverflow({ rawPacket, bytesParsed = 0 }: ParserError): Refusal {
  if (!Buffer.isBuffer(rawPacket)) return tooLarge;
  const [first = '', ...fields] = rawPacket.toString('latin1').split('\r\n');
  const cookies = fields.filter((field) => /^cookie:/i.test(field)).reduce((sum, { length }) => sum + length, 0);
  if (cookies > limits.headers.cookies) return tooManyCookies;
  const [begins, ends] = [/^[A-Z]+ /.test(first), / HTTP\/\d\.\d$/.test(first)];
  const isTooLong = bytesParsed <= first.length || first.length > limits.headers.address;
  return (begins || ends) && isTooLong ? tooLong : tooLarge;
}

/**
 * Answers a malformed request and ends its connection, whose further data can't be trusted. It is closed a moment later:
 * otherwise a client that is still sending would lose the response.
 */
export function refuseMalformed(error: ParserError, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  const refusal = refusals[error.code ?? '']?.(error) ?? malformed;
  const lines = Object.entries({
    ...headers,
    ...refusal.headers,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(refusal.text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status}`, ...lines, '', refusal.text].join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), limits.connection.refused).unref();
  socket.once('close', () => clearTimeout(timer));
}
