import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@rstest/core';
import { OpenConnections } from './openConnections.ts';

/** More than the operating system buffers for a connection. */
const large = Buffer.alloc(32 * 1024 * 1024);

test('a client that reads too slowly is disconnected, and others are served', async () => {
  const server = createServer(({ url }, response) => response.end(url === '/large' ? large : 'small'));
  new OpenConnections(server, 200);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, '127.0.0.1');
  reader.pause();
  reader.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  const [accepted] = (await once(server, 'connection')) as [{ destroyed: boolean }];
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('small');
  await expect.poll(() => accepted.destroyed).toBe(true);
  reader.destroy();
  server.closeAllConnections();
  server.close();
});

test('a connection counts as idle when its last response is sent, and not before', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    if (url === '/held') await held;
    response.end('answered');
  });
  const connections = new OpenConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const idle = () => [...connections.idle()].length;
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'data');
  await expect.poll(idle).toBe(1);
  client.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2));
  await expect.poll(idle).toBe(0);
  release();
  await expect.poll(idle).toBe(1);
  client.destroy();
  server.closeAllConnections();
  server.close();
});
