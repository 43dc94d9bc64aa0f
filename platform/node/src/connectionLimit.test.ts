import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@rstest/core';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { limitConnections, maxConnections } from './connectionLimit.ts';
import { limits } from './limits.ts';
import { OpenConnections } from './openConnections.ts';
import { connectionOptions } from './secureServer.ts';

const most = 16;
const crowded = most * limits.connections.crowded;

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** A server with room for few connections, which answers `/held` only when it is released. */
async function startServer() {
  const held = Promise.withResolvers<void>();
  let waiting = 0;
  const registry = new Registry();
  const connections = new OpenConnections({
    ...connectionOptions,
    headersTimeout: 2_000,
    connectionsCheckingInterval: 50,
  });
  const server = Fastify({
    serverFactory: (fastify) => connections.serve(fastify),
    forceCloseConnections: true,
  });
  limitConnections(server, connections, registry, most);
  server.get('/', async () => 'answered');
  server.get('/held', async () => {
    waiting += 1;
    await held.promise;
    return 'answered';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  cleanups.push(() => server.close());
  const open = async (path?: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (path) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const closed = async (reason: string) =>
    (await registry.getSingleMetric('site_connections_closed_total')?.get())?.values.find(
      ({ labels }) => labels.reason === reason,
    )?.value;
  return { open, closed, waiting: () => waiting, release: held.resolve };
}

const answerOn = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

test('the connection that has been idle for longest makes room for a new one', async () => {
  const { open, closed } = await startServer();
  const used = await open('/');
  await answerOn(used);
  const idle: Socket[] = [];
  while (idle.length < crowded - 1) idle.push(await open());
  used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await answerOn(used);
  const [oldest] = idle;
  const ended = oldest && once(oldest.resume(), 'close');
  const visit = async () => {
    const visitor = await open('/');
    expect(await answerOn(visitor)).toContain('answered');
    visitor.destroy();
    return await closed('idle');
  };
  await expect.poll(visit).toBe(1);
  await ended;
  used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await answerOn(used), 'the recently used one').toContain('answered');
});

test('while all connections wait for responses, new ones are refused, and none is lost', async () => {
  const { open, closed, waiting, release } = await startServer();
  const busy: Socket[] = [];
  while (busy.length < most) {
    busy.push(await open('/held'));
    await expect.poll(waiting).toBe(busy.length);
  }
  await once((await open()).resume(), 'close');
  expect(await closed('refused')).toBe(1);
  const answers = busy.map(answerOn);
  release();
  for (const answer of await Promise.all(answers)) expect(answer).toContain('answered');
});

test('a visitor who arrives during a burst of silent connections is answered', async () => {
  const { open, closed } = await startServer();
  await Promise.all(Array.from({ length: 3 * most }, () => open()));
  expect(await answerOn(await open('/'))).toContain('answered');
  expect(await closed('refused')).toBe(0);
});

test('a connection that never sends anything is closed soon', async () => {
  const { open } = await startServer();
  const silent = await open();
  expect(await answerOn(silent)).toContain('408');
  await once(silent, 'close');
});

test.each([
  [256, 80],
  [1024, 464],
  [1_048_576, limits.connections.most],
  [20, limits.connections.least],
])('a process with %s descriptors has room for %s connections', (descriptors, connections) => {
  expect(maxConnections(descriptors)).toBe(connections);
});
