import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { addresses } from '../support/addresses.ts';
import { ask, textOf } from '../support/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { texts } from '../support/texts.ts';

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends the site with exit code 0`, async ({ startOwnSite }) => {
    const site = await startOwnSite();
    const { program } = site;
    await ask(site, addresses.en.home);
    program.process.kill(signal);
    expect(await program.exited).toBe(0);
    expect(program.output()).toMatch(/^ready \S+\n$/);
  });
}

test('a request that is running when the site is stopped is still answered', async ({ startOwnSite }) => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slowApi = createServer(async (_request, response) => {
    onAsked();
    await released;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"news":[]}');
  });
  await once(slowApi.listen(0, '127.0.0.1'), 'listening');
  const { port } = slowApi.address() as AddressInfo;
  const site = await startOwnSite({ environment: { API_ORIGIN: `http://127.0.0.1:${port}` } });

  const answer = ask(site, addresses.en.blog);
  await asked;
  site.program.process.kill('SIGTERM');
  await expect.poll(() => ask(site, addresses.en.home).catch(() => 'refused'), 'nobody new is let in').toBe('refused');
  release();
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(textOf(body)).toContain(texts.en.blog.list.empty);
  expect(await site.program.exited).toBe(0);
  slowApi.close();
});

test('a connection that a browser has opened ahead of need does not keep the site from ending', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  await ask(site, addresses.en.home);
  site.program.process.kill('SIGTERM');
  expect(await site.program.exited).toBe(0);
  socket.destroy();
});
