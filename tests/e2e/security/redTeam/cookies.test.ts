import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { connectionOptions, secureServer, secureServerOptions } from '@site/http/secureServer.ts';
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
