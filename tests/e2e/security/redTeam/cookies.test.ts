import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { connectionOptions, secureServer, secureServerOptions } from '@site/node/secureServer.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import Fastify, { type FastifyInstance } from 'fastify';

/** What a release's script can make a browser send with every request. */
const cookies = Array.from({ length: 8 }, (_, index) => `c${index}=${'x'.repeat(4_000)}`).join('; ');
const request = `GET /en HTTP/1.1\r\nHost: a\r\nCookie: ${cookies}\r\n\r\n`;

let server: FastifyInstance;
let client: Socket;

beforeEach(async () => {
  server = Fastify({ http: connectionOptions, ...secureServerOptions(undefined, (_error, _request, reply) => reply) });
  secureServer(server, undefined);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  // Like a browser, it sends everything even if a response has arrived.
  client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

test('a visitor who got too many cookies from a script loses them with the first response', async () => {
  client.end(request);
  const [head = '', body = ''] = (await client.setEncoding('utf8').toArray()).join('').split('\r\n\r\n');
  const [status, ...lines] = head.split('\r\n');
  expect(status).toBe('HTTP/1.1 431 Request Header Fields Too Large');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  expect(headers.get('clear-site-data')).toBe('"cookies"');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  expect(body).toMatch(/^SITE-REQUEST .*cookies.*load the page again/i);
});

test('a visitor who is still sending when the response arrives can read it: the connection is not reset', async () => {
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  client.write(request.slice(0, 20_000));
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toContain('"cookies"');
  for (let sent = 0; sent < 50; sent++) {
    await new Promise((written) => client.write('x'.repeat(10_000), written));
  }
  client.end();
  await once(client, 'close');
  expect(errors).toEqual([]);
});

const cookieOf = (size: number) => `Cookie: c=${'x'.repeat(size)}`;
const longAddress = (size: number) => `/en?${'x'.repeat(size)}`;

test.each([
  ['an address that is too long', 414, [`GET ${longAddress(17_000)} HTTP/1.1`, 'Host: a', cookieOf(100)]],
  ['a long address besides many cookies', 414, [`GET ${longAddress(9_000)} HTTP/1.1`, 'Host: a', cookieOf(8_000)]],
  ['a longer one than other headers', 431, [`GET ${longAddress(6_000)} HTTP/1.1`, 'Host: a', cookieOf(10_500)]],
  ['another header', 431, ['GET /en HTTP/1.1', 'Host: a', `Referer: ${'x'.repeat(17_000)}`, cookieOf(100)]],
  ['words in an address', 414, [`GET ${longAddress(17_000)}%0D%0A${cookieOf(13_000)} HTTP/1.1`, 'Host: a']],
  ['words in a header', 431, ['GET /en HTTP/1.1', 'Host: a', `X-Long: ${cookieOf(17_000)}`]],
])('%s costs nobody their cookies: a link on any site would be enough', async (_, status, lines) => {
  client.end([...lines, '', ''].join('\r\n'));
  const answer = (await client.setEncoding('utf8').toArray()).join('');
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('SITE-REQUEST');
  expect(answer).not.toContain('clear-site-data');
});

test.each([
  [
    'an address',
    414,
    `GET ${longAddress(9_000)}`,
    `${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n${cookieOf(100)}\r\n\r\n`,
  ],
  ['a header', 431, `GET /en HTTP/1.1\r\nHost: a\r\n${cookieOf(9_000)}`, `${'x'.repeat(9_000)}\r\n\r\n`],
])('%s that arrives in two parts costs nobody their cookies', async (_, status, first, second) => {
  client.write(first);
  // It is an answer to the second part, which alone Node shows.
  const [connection] = (await once(server.server, 'connection')) as [Socket];
  await expect.poll(() => connection.bytesRead).toBe(first.length);
  client.end(second);
  const answer = (await client.setEncoding('utf8').toArray()).join('');
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).not.toContain('clear-site-data');
});

test('cookies that leave too little room for anything else are removed, whatever their number', async () => {
  client.end(`GET /en HTTP/1.1\r\nHost: a\r\nCookie: a=${'x'.repeat(12_500)}\r\nReferer: ${'x'.repeat(3_900)}\r\n\r\n`);
  expect((await client.setEncoding('utf8').toArray()).join('')).toContain('clear-site-data: "cookies"');
});

test('a request that is malformed in another way costs nobody their cookies', async () => {
  client.end('nonsense\r\n\r\n');
  const answer = (await client.setEncoding('utf8').toArray()).join('');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain('clear-site-data');
});

const programs = [
  ['API', 'api/src/main.ts', async () => ({})],
  [
    'release service',
    'platform/server/src/releaseService/main.ts',
    async () => {
      const { store, trusted, site } = await SignedStore.create();
      return { RELEASES: store.location, TRUSTED_KEYS: trusted, SITE_ORIGIN: site };
    },
  ],
] as const;

// The site's own answer: tests/e2e/security/everyAnswer.spec.ts.
test.each(programs)(
  'the %s answers headers that are too large, ends the connection, and goes on',
  async (_, file, more) => {
    const settings = { PORT: '0', LOG_LEVEL: 'info', DATA_DIR: await newFolder(), ...(await more()) };
    const program = startProgram(file, [], settings);
    try {
      const { origin, hostname, port } = new URL(await readyOrigin(program));
      const socket = connect(Number(port), hostname);
      socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
      // Ends when the server closes it.
      const [head = '', body = ''] = (await socket.setEncoding('utf8').toArray()).join('').split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 431 /);
      expect(head).toContain('x-content-type-options: nosniff');
      expect(body, 'without a stack').toMatch(/^SITE-REQUEST [^\n]+$/);
      const id = /x-request-id: (\w+)/.exec(head)?.[1];
      const line = new RegExp(`"reqId":"${id}","code":"HPE_HEADER_OVERFLOW","msg":"malformed"`);
      await expect.poll(() => program.output()).toMatch(line);
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    } finally {
      await stopProgram(program);
    }
  },
);
