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
