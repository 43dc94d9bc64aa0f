import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { searchHeader } from '@site/shared/contract/api.ts';
import type { ApiGrant } from '@site/shared/routes/policy.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import Fastify from 'fastify';
import { meansLimits } from '../limits.ts';
import { OwnApis, type OwnApisOptions } from './OwnApis.ts';
import { ownApiRoute } from './ownApiRoute.ts';

const timeouts = { read: 1_200, write: 7_000, picture: 1_200 };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const asked: IncomingMessage[] = [];
const logged: string[] = [];
const outcomes: string[] = [];
let answer: Answer;
let address: string;
let api: ReturnType<typeof createServer>;

const json =
  (value: unknown, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

beforeEach(async () => {
  for (const list of [asked, logged, outcomes]) list.length = 0;
  answer = json(['A fair']);
  api = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/public/`;
});
afterEach(() => {
  rstest.useRealTimers();
  api.closeAllConnections();
  api.close();
});

/** The APIs of a site whose policy grants `events` to the remote of the same name. */
function apisOf(grant: Partial<ApiGrant> = {}, options: Partial<OwnApisOptions> = {}): OwnApis {
  const grants = { events: { remote: 'events', address, ...grant } };
  return new OwnApis({
    policy: () => ({ ...openPolicy, grants }),
    timeouts,
    secret: () => undefined,
    logError: (text) => logged.push(text),
    count: (remote, name, outcome) => outcomes.push(`${remote} ${name} ${outcome}`),
    ...options,
  });
}

const call = (apis: OwnApis, path = 'events/upcoming.json', remote: string | undefined = 'events') =>
  apis.call({ path: `/api/remotes/${path}`, remote }, {});

test('a page gets what its remote’s API answers, which learns the path and nothing of the visitor', async () => {
  expect(await call(apisOf(), 'events/upcoming.json?city=london&q=a%20b')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '["A fair"]',
  });
  expect(asked.map(({ url }) => url)).toEqual(['/public/upcoming.json?city=london&q=a%20b']);
  const { headers } = asked[0] as IncomingMessage;
  expect(headers.accept).toBe('application/json');
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie', 'x-forwarded-for', 'authorization']));
});

test('the site adds the token that the policy names', async () => {
  const secret = (name: string) => ({ REMOTE_API_EVENTS: 'a-token' })[name];
  await call(apisOf({ token: 'REMOTE_API_EVENTS' }, { secret }));
  expect(asked[0]?.headers.authorization).toBe('Bearer a-token');
});

test('without the token that the policy names, the API isn’t asked, and the log says which setting is missing', async () => {
  expect((await call(apisOf({ token: 'REMOTE_API_EVENTS' }))).status).toBe(0);
  expect(asked).toEqual([]);
  expect(logged[0]).toContain('SITE-OWN-API The API "events" of events failed. The setting REMOTE_API_EVENTS');
});

test.each([
  ['another remote’s API', 'events/upcoming.json', 'shop'],
  ['an API that isn’t granted', 'orders/upcoming.json', 'events'],
  ['a path above its address', 'events/../private.json', 'events'],
  ['an encoded one', 'events/%2e%2e/private.json', 'events'],
  ['an encoded slash', 'events/a%2F..%2Fprivate.json', 'events'],
  ['a backslash', 'events/..\\private.json', 'events'],
  ['an encoded backslash', 'events/..%5Cprivate.json', 'events'],
  ['a part above with a parameter', 'events/..;/private.json', 'events'],
  ['dots that look like others', 'events/%EF%BC%8E%EF%BC%8E/private.json', 'events'],
  ['an empty part', 'events//private.json', 'events'],
  ['another host', 'events/@evil.example/', 'events'],
  ['no path', 'events/', 'events'],
  ['a fragment', 'events/a#b', 'events'],
  ['a line break', 'events/a\nb', 'events'],
  ['a prototype’s property', 'constructor/name', 'events'],
  ['a path without end', `events/${'a'.repeat(meansLimits.apis.path)}`, 'events'],
])('%s is unknown, and nobody is asked', async (_, path, remote) => {
  expect((await call(apisOf(), path, remote)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('an answer is kept for as long as it says, within the site’s limits', async () => {
  const { fresh } = meansLimits.apis;
  for (const [caching, freshFor] of [
    ['max-age=60', 60_000],
    ['s-maxage=120, max-age=1', 120_000],
    ['max-age=99999999', fresh.most],
    ['no-store', fresh.least],
    ['private, max-age=600', fresh.least],
    ['', fresh.least],
  ] as const) {
    answer = json([], caching ? { 'cache-control': caching } : {});
    expect((await call(apisOf())).freshFor).toBeGreaterThan(freshFor - 2_000);
    expect((await call(apisOf())).freshFor).toBeLessThanOrEqual(freshFor);
  }
});

test('simultaneous and later calls share one answer while it is fresh', async () => {
  const apis = apisOf();
  answer = json([], { 'cache-control': 'max-age=60' });
  await Promise.all([call(apis), call(apis)]);
  await call(apis);
  expect(asked).toHaveLength(1);
  expect(outcomes).toEqual(['events events answered', 'events events kept']);
});

/** Packed ahead: a slow machine would still be at it when the caller has given up. */
const bomb = gzipSync(`"${'x'.repeat(50_000_000)}"`);

const faults: readonly (readonly [string, Answer, string])[] = [
  ['fails', json({}, {}, 500), 'It answered with status 500.'],
  ['redirects', json({}, { location: 'http://169.254.169.254/' }, 302), 'It answered with status 302.'],
  [
    'answers with a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    'It answered with "text/html", not with JSON.',
  ],
  [
    'answers with half of it',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('["A'),
    'Its answer is not JSON.',
  ],
  [
    'never ends',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = `"${'x'.repeat(100_000)}",`;
      const write = () => response.write(chunk, (error) => error ?? write());
      write();
    },
    `It is longer than ${meansLimits.apis.answerSize} bytes.`,
  ],
  [
    'has a small answer that unpacks to a huge one',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
    `It is longer than ${meansLimits.apis.answerSize} bytes.`,
  ],
  [
    'begins an answer and never ends it',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('["A'),
    `It gave no answer within ${timeouts.read} ms.`,
  ],
  ['hangs', () => {}, `It gave no answer within ${timeouts.read} ms.`],
  ['closes the connection', (_, response) => response.destroy(), 'It can’t be reached (UND_ERR_SOCKET).'],
];

test.each(faults)('while an API %s, its last good answer stands in for it', async (_, fault, reason) => {
  rstest.useFakeTimers({ toFake: ['performance'] });
  const apis = apisOf();
  const good = await call(apis);
  rstest.advanceTimersByTime(meansLimits.apis.fresh.least + 1);
  answer = fault;
  const { body, status, headers } = await call(apis);
  expect([status, body, headers['x-last-good']]).toEqual([200, good.body, '1']);
  expect(logged).toEqual([`SITE-OWN-API The API "events" of events failed. ${reason}`]);
  expect(outcomes.at(-1)).toBe('events events stale');
  expect((await call(apisOf())).status).toBe(0);
});

/** A call of a visitor's page. */
const callFrom = (apis: OwnApis, visitor: number, path = 'events/upcoming.json') =>
  apis.call({ path: `/api/remotes/${path}`, remote: 'events' }, { address: `192.0.2.${visitor}` });

test('what fails again and again for a network isn’t asked for it, and then by one call at a time', async () => {
  rstest.useFakeTimers({ toFake: ['performance'] });
  const { failures, pause } = meansLimits.apis.breaker;
  const apis = apisOf();
  answer = json({}, {}, 500);
  for (let times = 0; times < failures + 5; times += 1) await callFrom(apis, 1);
  expect(asked).toHaveLength(failures);
  await callFrom(apis, 1, 'events/other.json');
  await callFrom(apis, 2);
  expect(asked, 'another path, another network').toHaveLength(failures + 2);
  rstest.advanceTimersByTime(pause + 1);
  await Promise.all(['?a', '?b'].map((query) => callFrom(apis, 1, `events/upcoming.json${query}`)));
  expect(asked).toHaveLength(failures + 3);
  rstest.advanceTimersByTime(pause + 1);
  answer = json([]);
  for (const query of ['?c', '?d']) await callFrom(apis, 1, `events/upcoming.json${query}`);
  expect(asked).toHaveLength(failures + 5);
});

test('an API that fails for several networks and paths isn’t asked: each network tries once in each pause', async () => {
  rstest.useFakeTimers({ toFake: ['performance'] });
  const { failures, pause, tries } = meansLimits.apis.breaker;
  const apis = apisOf();
  answer = json({}, {}, 500);
  for (let call = 0; call < failures; call += 1) await callFrom(apis, call % 3, `events/${call % 3}`);
  expect(asked).toHaveLength(failures);
  for (const path of ['events/a', 'events/b']) await callFrom(apis, 9, path);
  expect(asked, 'a try of another network').toHaveLength(failures + 1);
  rstest.advanceTimersByTime(pause + 1);
  for (let visitor = 0; visitor < tries + 10; visitor += 1) await callFrom(apis, visitor, `events/${visitor}`);
  expect(asked, 'no more than a few').toHaveLength(failures + 1 + tries);
  rstest.advanceTimersByTime(pause + 1);
  answer = json([]);
  expect((await callFrom(apis, 1, 'events/c')).status).toBe(200);
  for (let visitor = 0; visitor < 5; visitor += 1)
    expect((await callFrom(apis, visitor, 'events/d?e')).status).toBe(200);
});

test('calls don’t pile up at an API that is slow, and no network takes all places', async () => {
  const { waiting } = meansLimits.apis;
  answer = () => {};
  const apis = apisOf();
  const callsOf = (visitor: number) =>
    Array.from({ length: waiting }, (_, index) => callFrom(apis, visitor, `events/${visitor}-${index}`));
  const ofOne = callsOf(1);
  await expect.poll(() => asked.length).toBe(waiting / 2);
  const ofOthers = [2, 3, 4, 5].flatMap(callsOf);
  const answers = await Promise.all([...ofOne, ...ofOthers]);
  expect(answers.every(({ status }) => status === 0)).toBe(true);
  expect(asked).toHaveLength(waiting);
});

test('endless queries push out no list', async () => {
  const apis = apisOf();
  answer = json([], { 'cache-control': 'max-age=600' });
  await call(apis);
  answer = json('x'.repeat(500_000), { 'cache-control': 'max-age=600' });
  for (let query = 0; query < 40; query += 1) await call(apis, `events/search?q=${query}`);
  const { length } = asked;
  await call(apis);
  expect(asked).toHaveLength(length);
});

const search = (apis: OwnApis, path: string) =>
  apis.call({ path: `/api/remotes/${path}`, remote: 'events' }, { isSearch: true });

test('what visitors search is kept nowhere, and uses what is kept', async () => {
  const apis = apisOf();
  answer = json(['x'.repeat(100_000)], { 'cache-control': 'max-age=600' });
  await call(apis, 'events/list?city=london');
  for (let word = 0; word < 100; word += 1) await search(apis, `events/find?q=${word}`);
  await search(apis, 'events/find?q=1');
  const { length } = asked;
  expect(length).toBe(102);
  await search(apis, 'events/list?city=london');
  await call(apis, 'events/list?city=london');
  expect(asked).toHaveLength(length);
});

test('searches that an API can’t answer don’t keep others from its answers', async () => {
  const apis = apisOf();
  answer = json({}, {}, 500);
  for (let times = 0; times <= meansLimits.apis.breaker.failures; times += 1)
    await search(apis, `events/find?q=${times}`);
  expect(asked).toHaveLength(meansLimits.apis.breaker.failures);
  answer = json([]);
  expect((await call(apis)).status).toBe(200);
});

/** A site with the route that browsers call. */
async function siteOf(apis: OwnApis) {
  const server = Fastify();
  await ownApiRoute(server, apis);
  return server;
}

test('a browser gets the data with its lifetime, and no header of the API', async () => {
  answer = json([], { 'cache-control': 'public, max-age=60', 'set-cookie': 'a=b', 'x-powered-by': 'them' });
  const { statusCode, headers, body } = await (await siteOf(apisOf())).inject('/api/remotes/events/upcoming.json');
  expect([statusCode, body, headers['content-type']]).toEqual([200, '[]', 'application/json; charset=utf-8']);
  expect(headers['cache-control']).toMatch(/^public, max-age=(59|60)$/);
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['set-cookie']));
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('an answer to what a visitor typed is kept by nobody on its way', async () => {
  answer = json([], { 'cache-control': 'public, max-age=60' });
  const server = await siteOf(apisOf());
  const ask = () => server.inject({ url: '/api/remotes/events/find?q=a', headers: { [searchHeader]: '1' } });
  expect((await ask()).headers['cache-control']).toBe('no-store');
  await ask();
  expect(asked).toHaveLength(2);
});

test('a browser learns that there is nothing, or that the API fails, and nothing else', async () => {
  const server = await siteOf(apisOf());
  answer = json({ stack: 'secret' }, {}, 403);
  const forbidden = await server.inject('/api/remotes/events/private.json');
  expect([forbidden.statusCode, forbidden.body.includes('secret')]).toEqual([403, false]);
  expect((await server.inject('/api/remotes/orders/all')).statusCode).toBe(404);
  expect((await server.inject({ method: 'POST', url: '/api/remotes/events/a' })).statusCode).toBe(404);
  answer = json({ stack: 'secret' }, {}, 500);
  const failed = await server.inject('/api/remotes/events/other.json');
  expect([failed.statusCode, failed.headers['cache-control'], failed.headers['retry-after']]).toEqual([
    503,
    'no-store',
    expect.any(String),
  ]);
  expect(failed.body).not.toContain('secret');
});

test('one network’s calls are limited', async () => {
  const server = await siteOf(apisOf());
  const ask = () => server.inject('/api/remotes/events/upcoming.json');
  for (let calls = 0; calls < meansLimits.apis.fromNetwork; calls += 1) expect((await ask()).statusCode).toBe(200);
  const { statusCode, headers, body } = await ask();
  expect([statusCode, headers['cache-control'], JSON.parse(body).error.code]).toEqual([
    429,
    'no-store',
    'SITE-OVERLOAD',
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('in development a file stands in for the API, granted or not', async () => {
  const apis = apisOf({}, { fixture: async (name, path) => (path === 'none' ? undefined : `["${name} ${path}"]`) });
  expect((await call(apis, 'orders/all?a=b', 'shop')).body).toBe('["orders all?a=b"]');
  expect((await apis.call({ path: '/api/remotes/orders/all' }, {})).status).toBe(200);
  expect((await call(apis, 'orders/none', 'shop')).status).toBe(404);
  expect(asked).toEqual([]);
});

const posting = { methods: ['GET', 'POST'] } as const;
const form = {
  remote: 'events',
  to: 'events/signups',
  body: '{"values":{}}',
  headers: { 'idempotency-key': 'a-key-of-ours' },
};

test('a form reaches the API with its key, the site’s token and nothing of the visitor', async () => {
  const bodies: string[] = [];
  answer = (request, response) => {
    request.on('data', (part) => bodies.push(String(part)));
    request.on('end', () => json({ id: 1, secret: true }, { 'set-cookie': 'a=b' }, 201)(request, response));
  };
  const apis = apisOf({ ...posting, token: 'REMOTE_API_EVENTS' }, { secret: () => 'the-token' });
  expect(await apis.send(form, {})).toEqual({ status: 201, headers: {}, body: '' });
  const [request] = asked;
  expect([request?.method, request?.url, bodies]).toEqual(['POST', '/public/signups', [form.body]]);
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer the-token',
    'idempotency-key': 'a-key-of-ours',
  });
  expect(request?.headers.cookie).toBeUndefined();
  expect(outcomes).toEqual(['events events answered']);
});

test('nothing is sent to an API that may be read alone, is another remote’s, or has no token here', async () => {
  expect((await apisOf().send(form, {})).status).toBe(503);
  expect((await apisOf({ ...posting, remote: 'shop' }).send(form, {})).status).toBe(503);
  expect((await apisOf({ ...posting, token: 'REMOTE_API_EVENTS' }).send(form, {})).status).toBe(503);
  expect(asked).toEqual([]);
});

test('nothing is read from an API that only takes forms', async () => {
  expect((await call(apisOf({ methods: ['POST'] }))).status).toBe(404);
  expect(asked).toEqual([]);
});

test.each<[string, Answer]>([
  ['fails', json({}, {}, 500)],
  ['breaks off', (request) => request.socket.destroy()],
])('when an API %s, a form may have arrived, and after five of them it is asked no more', async (_, failing) => {
  answer = failing;
  const apis = apisOf(posting);
  for (let tries = 0; tries < meansLimits.apis.breaker.failures; tries += 1)
    expect((await apis.send(form, {})).status).toBe(0);
  expect((await apis.send(form, {})).status).toBe(503);
  expect(asked).toHaveLength(meansLimits.apis.breaker.failures);
});

test('an API that leads forms elsewhere is asked again for the next one', async () => {
  answer = json({}, { location: 'http://127.0.0.1:1/' }, 307);
  const apis = apisOf(posting);
  const { failures } = meansLimits.apis.breaker;
  for (let tries = 0; tries <= failures; tries += 1) expect((await apis.send(form, {})).status).toBe(0);
  expect(asked).toHaveLength(failures + 1);
});

test('of a rejected form the answer is read up to a limit, of an accepted one not at all', async () => {
  answer = json({ errors: [{ email: 'Known' }] }, {}, 422);
  const apis = apisOf(posting);
  expect(await apis.send(form, {})).toMatchObject({ status: 422, body: '{"errors":[{"email":"Known"}]}' });
  answer = json({ errors: ['x'.repeat(meansLimits.apis.rejectionSize)] }, {}, 422);
  expect((await apis.send(form, {})).status).toBe(0);
});

test('an API that knows no forms is named in the log', async () => {
  answer = json({}, {}, 404);
  expect((await apisOf(posting).send(form, {})).status).toBe(404);
  expect(logged).toEqual([expect.stringContaining('answered a form with status 404')]);
});

test('in development a form is shown in the terminal, and sent nowhere', async () => {
  const shown: string[] = [];
  const apis = apisOf({}, { fixture: async () => undefined, logForm: (to, body) => shown.push(`${to} ${body}`) });
  expect((await apis.send(form, {})).status).toBe(200);
  expect([shown, asked]).toEqual([[`events/signups ${form.body}`], []]);
});
