import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import { limits } from './limits.ts';
import { OpenConnections } from './openConnections.ts';
import { connectionOptions } from './secureServer.ts';

/** More than the operating system buffers for a connection. */
const large = Buffer.alloc(32 * 1024 * 1024);

test('a client that reads too slowly is disconnected, and others are served', async () => {
  const server = new OpenConnections({}, 200).serve(({ url }, response) =>
    response.end(url === '/large' ? large : 'small'),
  );
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
  const connections = new OpenConnections({});
  const server = connections.serve(async ({ url }, response) => {
    if (url === '/held') await held;
    response.end('answered');
  });
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

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('requests that a client sends without waiting are answered in their order, one at a time', async () => {
  const handled: string[] = [];
  let running = 0;
  const server = new OpenConnections(connectionOptions).serve(async ({ url = '' }, response) => {
    running += 1;
    handled.push(`${url} ${running}`);
    await nextTurn();
    running -= 1;
    response.end(url);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  const paths = Array.from({ length: 1 + limits.pipelined }, (_, index) => `/${index}`);
  client.write(paths.map(get).join(''));
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  await expect.poll(() => text.match(/^\/\d+/gm)).toEqual(paths);
  expect(handled).toEqual(paths.map((path) => `${path} 1`));
  // Again, as each response made room.
  client.write(get('/again'));
  await expect.poll(() => text).toContain('/again');
  client.destroy();
  server.closeAllConnections();
  server.close();
});

test('a client that sends thousands of requests without waiting is disconnected, and only its first one handled', async () => {
  const handled: string[] = [];
  const server = new OpenConnections(connectionOptions).serve(({ url = '' }, response) => {
    handled.push(url);
    if (url === '/other') response.end('well');
  });
  let made = 0;
  const onMade = () => {
    made += 1;
  };
  subscribe('http.server.request.start', onMade);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.write(get('/held').repeat(2_000));
  await once(client.resume(), 'close');
  unsubscribe('http.server.request.start', onMade);
  expect(made, 'Node made no more of them').toBe(1 + limits.pipelined);
  expect(await (await fetch(`http://127.0.0.1:${port}/other`)).text()).toBe('well');
  expect(handled).toEqual(['/held', '/other']);
  server.closeAllConnections();
  server.close();
});
