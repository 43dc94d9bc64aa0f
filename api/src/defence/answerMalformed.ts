import type { Socket } from 'node:net';

/** Statuses of what Node refuses before it is a request; everything else is 400. */
const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
};

/** Answers bytes that are no request, and ends their connection: what comes next on it can't be trusted. */
export function answerMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const body = 'SITE-REQUEST This is no request that the site understands.';
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const status = statuses[code ?? ''] ?? '400 Bad Request';
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'), () => socket.destroy());
}
