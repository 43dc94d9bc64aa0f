import { connect } from 'node:net';
import type { RunningSite } from './servers.ts';

/** The server that bytes are sent to. */
export type Target = Pick<RunningSite, 'origin'>;

/** The response to raw bytes. */
export interface RawAnswer {
  /** 0 when the connection was closed without a response. */
  readonly status: number;
  readonly headers: Headers;
  /** The whole response as received. */
  readonly text: string;
  /** Whether the server did not respond in time. */
  readonly isHanging: boolean;
}

/** In milliseconds: enough for a slow machine. */
const defaultTimeout = 30_000;

/** Sends raw bytes, and reads one response, or until the server closes the connection. */
export async function rawAnswer(
  { origin }: Target,
  bytes: string | Buffer,
  timeout = defaultTimeout,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const chunks: Buffer[] = [];
  let length = 0;
  let wanted: number | undefined;
  socket.setTimeout(timeout, () => resolve(true));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    wanted ??= lengthOf(Buffer.concat(chunks).toString('latin1'));
    if (wanted !== undefined && length >= wanted) resolve(false);
  });
  for (const event of ['end', 'error', 'close']) socket.on(event, () => resolve(false));
  socket.write(bytes);
  const isHanging = await promise;
  socket.destroy();
  return { ...parse(Buffer.concat(chunks).toString('latin1')), isHanging };
}

/** The length of a response by its headers; infinite when it ends with the connection. */
function lengthOf(start: string): number | undefined {
  const end = start.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const { status, headers } = parse(start);
  const body = status === 204 || status === 304 ? 0 : Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  return end + 4 + body;
}

function parse(text: string): Pick<RawAnswer, 'status' | 'headers' | 'text'> {
  const [head = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field): [string, string] => {
    const [name = '', ...value] = field.split(':');
    return [name, value.join(':').trim()];
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0), headers: new Headers(pairs), text };
}
