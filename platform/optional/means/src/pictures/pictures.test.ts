import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { type ApiGrant, openPolicy } from '@site/shared/routes/policy.ts';
import Fastify from 'fastify';
import { OwnApis, type OwnApisOptions } from '../apis/OwnApis.ts';
import { meansLimits } from '../limits.ts';
import { ownPictureRoute } from './ownPictureRoute.ts';
import { pictureOf } from './pictureOf.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const asked: IncomingMessage[] = [];
const logged: string[] = [];
let answer: Answer;
let api: ReturnType<typeof createServer>;

/** The first bytes of a PNG of a size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(8)]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const send =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'image/png', ...headers }).end(body);

beforeEach(async () => {
  asked.length = 0;
  logged.length = 0;
  answer = send(png(30, 20));
  api = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  rstest.useRealTimers();
  api.closeAllConnections();
  api.close();
});

/** A site whose policy grants `events`. */
async function siteOf(grant: Partial<ApiGrant> = {}, options: Partial<OwnApisOptions> = {}) {
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/public/`;
  const apis = new OwnApis({
    policy: () => ({ ...openPolicy, grants: { events: { remote: 'events', address, ...grant } } }),
    timeouts: { read: 1_200, write: 1_200, picture: 1_200 },
    secret: () => 'a-token',
    logError: (text) => logged.push(text),
    count: () => {},
    ...options,
  });
  const server = Fastify();
  await ownPictureRoute(server, apis);
  return server;
}

const path = '/pictures/events/photos/hall.png?w=640';

test('a picture comes as it is, with its own type and lifetime, and no header of the API', async () => {
  answer = send(png(30, 20), {
    'content-type': 'text/html',
    'set-cookie': 'a=b',
    'cache-control': 'public, max-age=600',
  });
  const { statusCode, headers, rawPayload } = await (await siteOf({ token: 'REMOTE_API_EVENTS' })).inject(path);
  expect([statusCode, headers['content-type'], rawPayload]).toEqual([200, 'image/png', png(30, 20)]);
  expect(headers['cache-control']).toMatch(/^public, max-age=(?:599|600)$/);
  expect(headers).not.toHaveProperty('set-cookie');
  expect(asked.map(({ url, headers: sent }) => [url, sent.authorization, sent.cookie])).toEqual([
    ['/public/photos/hall.png?w=640', 'Bearer a-token', undefined],
  ]);
});

test('a picture is kept: for an hour when its API doesn’t say how long, within the site’s limits when it does', async () => {
  const { least, most, unsaid } = meansLimits.pictures.fresh;
  for (const [caching, freshFor] of [
    ['', unsaid],
    ['no-store', least],
    ['max-age=99999999', most],
  ] as const) {
    answer = send(png(30, 20), caching ? { 'cache-control': caching } : {});
    const site = await siteOf();
    await site.inject(path);
    const { headers } = await site.inject(path);
    const [, seconds] = /max-age=(\d+)/.exec(String(headers['cache-control'])) ?? [];
    expect(Math.abs(Number(seconds) - freshFor / 1000)).toBeLessThanOrEqual(2);
  }
  expect(asked).toHaveLength(3);
});

const hostile: readonly (readonly [string, Answer, string])[] = [
  ['a page', send('<!doctype html><script>alert(1)</script>'), 'isn’t a PNG'],
  ['an SVG', send('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }), 'isn’t a PNG'],
  ['too many pixels', send(png(50_000, 50_000)), 'Its picture has 50000 × 50000 pixels'],
  ['too many bytes', send(Buffer.concat([png(9, 9), Buffer.alloc(meansLimits.pictures.size)])), 'It is longer than'],
  ['a way into the cloud', send('', { location: 'http://169.254.169.254/latest/' }, 302), 'status 302'],
  ['a way to the site itself', send('', { location: 'http://localhost:3000/readyz' }, 307), 'status 307'],
  ['nothing', () => {}, 'It gave no answer within 1200 ms.'],
  ['half a picture, and no end', (_, response) => response.writeHead(200).write(png(9, 9)), 'no answer within'],
  ['an error', send('a secret', {}, 500), 'status 500'],
];

test.each(hostile)('an API that answers with %s gives no picture, and the log says why', async (_, reply, reason) => {
  answer = reply;
  const { statusCode, headers, body } = await (await siteOf()).inject(path);
  expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
    503,
    'no-store',
    'text/plain; charset=utf-8',
  ]);
  expect(body).not.toContain('secret');
  expect(logged[0]).toContain(`SITE-OWN-API The API "events" of events failed.`);
  expect(logged[0]).toContain(reason);
});

test('while an API fails, its last good picture stands in', async () => {
  rstest.useFakeTimers({ toFake: ['performance'] });
  const site = await siteOf();
  await site.inject(path);
  rstest.advanceTimersByTime(meansLimits.pictures.fresh.unsaid + 1);
  answer = send('', {}, 500);
  expect((await site.inject(path)).rawPayload).toEqual(png(30, 20));
});

test.each([
  '/pictures/orders/hall.png',
  '/pictures/events/..%2f..%2fprivate.png',
  '/pictures/events/%2e%2e/private.png',
  '/pictures/events/',
  '/pictures/constructor/name',
])('nobody is asked for %s', async (address) => {
  expect((await (await siteOf()).inject(address)).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

test('nothing is shown of an API that only takes forms, and a missing picture is missing', async () => {
  expect((await (await siteOf({ methods: ['POST'] })).inject(path)).statusCode).toBe(404);
  expect(asked).toEqual([]);
  answer = send('', {}, 404);
  expect((await (await siteOf()).inject(path)).statusCode).toBe(404);
});

test('the pictures that one network asks for are limited', async () => {
  const site = await siteOf();
  for (let times = 0; times < meansLimits.pictures.fromNetwork; times += 1) await site.inject(path);
  const { statusCode, headers } = await site.inject(path);
  expect([statusCode, headers['cache-control']]).toEqual([429, 'no-store']);
  expect(asked).toHaveLength(1);
});

test('in development a file stands in for a picture', async () => {
  const fixture = async (_: string, name: string, encoding?: string) =>
    name === 'hall.png' && encoding === 'latin1' ? png(3, 2).toString('latin1') : '{}';
  const site = await siteOf({}, { fixture });
  expect((await site.inject('/pictures/events/hall.png')).rawPayload).toEqual(png(3, 2));
  expect((await site.inject('/pictures/events/list')).statusCode).toBe(404);
});

test.each([
  ['image/gif', 'GIF89a\x03\0\x02\0', 3, 2],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0\0\x11\x08\0\x02\0\x03\x03', 3, 2],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x03\0\x02\0`, 3, 2],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x02\0\0\x01\0\0`, 3, 2],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x02\x40\0\0\0\0\0\0\0`, 3, 2],
  ['image/avif', '\0\0\0\x14ftypavif\0\0\0\0mif1\0\0\0\x14ispe\0\0\0\0\0\0\0\x03\0\0\0\x02', 3, 2],
])('%s is known by its bytes', (type, bytes, width, height) => {
  expect(pictureOf(Buffer.from(bytes, 'latin1'))).toEqual({ type, width, height });
  for (let length = 0; length < bytes.length; length += 1) pictureOf(Buffer.from(bytes, 'latin1').subarray(0, length));
});
