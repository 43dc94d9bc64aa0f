import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';

const start = (line: string): string => `${line} HTTP/1.1\r\nHost: a\r\n`;

/** Requests of clients that stop halfway, or that never read the responses, which are larger than a connection buffers. */
const slowly = (largest: string): readonly string[] => [
  `${start('GET /en')}X: `,
  `${start('POST /en/contact')}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 30000\r\n\r\na`,
  `${start(`GET ${largest}`)}\r\n`.repeat(8),
];

// Tests of when the server disconnects them are in tests/e2e/security/fuzz.all.spec.ts (slow senders) and
// platform/node/src/openConnections.test.ts (slow readers).
test('while 150 clients send or read as slowly as possible, other visitors are served', async ({ startOwnSite }) => {
  const site = await startOwnSite();
  const { body } = await ask(site, addresses.en.home);
  const requests = slowly(/\/assets\/shell\/vendor\.\w+\.js/.exec(body)?.[0] ?? '');
  const { hostname, port } = new URL(site.origin);
  const clients = await Promise.all(
    Array.from({ length: 150 }, async (_, index): Promise<Socket> => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.pause();
      socket.write(requests[index % requests.length] ?? '');
      return socket;
    }),
  );
  for (const path of [addresses.en.home, addresses.fr.team, addresses.es.contact, '/api/v1/blog/en', '/readyz'])
    await expect.poll(async () => (await ask(site, path)).status, { message: path }).toBe(200);
  expect(
    clients.every(({ closed }) => !closed),
    'they are still there',
  ).toBe(true);
  for (const socket of clients) socket.destroy();
});
