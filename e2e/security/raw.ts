import { connect } from 'node:net';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { expect } from '../support/serverTest.ts';

/** A server to which bytes are sent. */
export type Target = Pick<SiteServer, 'origin'>;

/** What came back for raw bytes. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Headers;
  /** Everything that came, as it came. */
  readonly text: string;
  /** Whether the server still said nothing when the time was over. */
  readonly isHanging: boolean;
}

/** How long a server may keep silent, in milliseconds: however slow the machine. */
const defaultPatience = 30_000;

/** Sends bytes as they are, which no HTTP client would, and reads one answer, or until the server closes. */
export async function rawAnswer(
  { origin }: Target,
  bytes: string | Buffer,
  patience = defaultPatience,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const chunks: Buffer[] = [];
  let length = 0;
  let wanted: number | undefined;
  socket.setTimeout(patience, () => resolve(true));
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

/** How long an answer that begins so will be; without a stated length it ends with the connection. */
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

/** An answer tells browsers to treat it as what it is, and to let it do nothing but what it is for. */
export function expectDefended(headers: Headers, what: string, usedBy = 'same-origin'): void {
  expect(headers.get('content-security-policy'), what).toMatch(/^default-src 'none'; base-uri 'none'; /);
  expect(headers.get('content-security-policy'), what).not.toMatch(/unsafe|\*|https?:(?!\/\/)/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy'), what).toBe(usedBy);
  expect(headers.get('permissions-policy'), what).toContain('camera=()');
}
