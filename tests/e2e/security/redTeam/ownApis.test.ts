/** What a stranger can do to a remote's own API by calling it: others keep their data and their forms. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@rstest/core';
import { OwnApis } from '@site/means/apis/OwnApis.ts';
import { ownApiRoute } from '@site/means/apis/ownApiRoute.ts';
import { meansLimits } from '@site/means/limits.ts';
import { serverLimits } from '@site/server/limits.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import Fastify from 'fastify';

const json = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);

const tooLong = `"${'x'.repeat(meansLimits.apis.answerSize)}"`;

/** Paths of an honest API that a stranger may find. */
const provoked: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  redirect: (response) => response.writeHead(302, { location: '/login' }).end(),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
  unknown: (response) => response.writeHead(404).end(),
  long: (response) => json(response, tooLong),
  invalid: (response) => json(response, '{'),
  failing: (response) => response.writeHead(500).end(),
  crashing: (response) => response.destroy(),
  slow: () => {},
};

/** A site whose policy grants an API, with strangers' and others' calls. */
async function siteWithApi() {
  const api = createServer(({ url = '' }, response) => {
    const [, kind = ''] = /^\/(\w+)/.exec(url) ?? [];
    (provoked[kind] ?? ((to) => json(to, '["A fair"]')))(response);
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/`;
  const logged: string[] = [];
  const grants = { events: { remote: 'events', address, methods: ['GET', 'POST'] as const } };
  const apis = new OwnApis({
    policy: () => ({ ...openPolicy, grants }),
    timeouts: serverLimits.apiCall,
    secret: () => undefined,
    logError: (text) => logged.push(text),
    count: () => {},
  });
  const server = Fastify();
  await ownApiRoute(server, apis);
  let calls = 0;
  // Nothing that is kept answers.
  const pathOf = (path: string) => {
    calls += 1;
    return `/api/remotes/events/${path}?${calls}`;
  };
  return {
    call: async (remoteAddress: string, path: string) =>
      (await server.inject({ url: pathOf(path), remoteAddress })).statusCode,
    post: async (address: string, to: string) => {
      const form = { remote: 'events', to: `events/${to}`, body: '{}', headers: {} };
      return (await apis.send(form, { address })).status;
    },
    render: async (address: string) =>
      (await apis.call({ path: pathOf('list'), remote: 'events' }, { address })).status,
    logged,
    close: async () => {
      api.closeAllConnections();
      api.close();
      await server.close();
    },
  };
}

/** More calls than ever opened a breaker. */
const attempts = 40;

const stranger = '192.0.2.1';

/** Others, each of another network, call what works: all of them get it, and their forms arrive. */
async function expectOthersServed({ call, post, render }: Awaited<ReturnType<typeof siteWithApi>>) {
  for (let visitor = 0; visitor < 15; visitor += 1) {
    const address = `198.51.100.${visitor}`;
    expect([await call(address, `list/${visitor}`), await render(address), await post(address, 'signups')]).toEqual([
      200, 200, 200,
    ]);
  }
}

test.each(Object.keys(provoked).filter((kind) => kind !== 'slow'))(
  'a stranger who calls a path all day that leads to the API’s answer “%s” switches nothing off',
  async (kind) => {
    const site = await siteWithApi();
    for (let calls = 0; calls < attempts; calls += 1)
      await site.call(stranger, calls % 2 === 0 ? kind : `${kind}/${calls}`);
    await expectOthersServed(site);
    expect(await site.call(stranger, 'list/1'), 'their own').toBe(200);
    expect(site.logged.length, 'lines in the log').toBeLessThan(attempts / 2);
    await site.close();
  },
);

test('nor does one who knows slow paths, also while they wait', async () => {
  const site = await siteWithApi();
  const calls = Array.from({ length: attempts }, (_, call) => site.call(stranger, `slow/${call}`));
  await expectOthersServed(site);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
  await expectOthersServed(site);
  await site.close();
});

test('with several networks and failing paths a stranger delays others by nothing: one try of theirs tells', async () => {
  const site = await siteWithApi();
  for (let calls = 0; calls < attempts; calls += 1) await site.call(`192.0.2.${calls % 5}`, `failing/${calls}`);
  await expectOthersServed(site);
  await site.close();
});

test('forms that make an API fail keep nobody else’s from it', async () => {
  const site = await siteWithApi();
  const { failures } = meansLimits.apis.breaker;
  for (let forms = 0; forms < 2 * failures; forms += 1) await site.post(stranger, 'failing');
  expect(await site.post(stranger, 'failing'), 'their own').toBe(503);
  expect(await site.post('198.51.100.1', 'failing'), 'the same, from elsewhere').toBe(0);
  await expectOthersServed(site);
  await site.close();
});
