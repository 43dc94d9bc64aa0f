import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { Registry } from 'prom-client';
import { CdnPurges } from './CdnPurges.ts';
import { dialectAt } from './cdnDialects.ts';

/** A CDN that answers purges with a status. */
let cdn: Server;
let status: number;
let asked: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
let folder: string;
let live: readonly string[];
let errors: unknown[];
let running: CdnPurges[];

beforeEach(async () => {
  [status, asked, live, errors, running] = [200, [], ['shell@1', 'blog@1'], [], []];
  folder = await mkdtemp(join(tmpdir(), 'cdn-'));
  cdn = createServer(async (request, response) => {
    asked.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await Promise.all(running.map((purges) => purges.stop()));
  cdn.close();
  await rm(folder, { recursive: true });
});

function start(path = '/purge'): CdnPurges {
  const { port } = cdn.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}${path}`;
  const purges = new CdnPurges({
    address,
    dialect: dialectAt(address, 'secret', 1_000),
    live: async () => live,
    file: join(folder, 'cdn.json'),
    log: { error: (...error: unknown[]) => errors.push(error), info: () => {} },
    registry: new Registry(),
  });
  purges.start();
  running.push(purges);
  return purges;
}

const told = () => asked.map(({ headers }) => headers['surrogate-key']);

test('a server without a memory makes the CDN fetch every page again; then only what changed', async () => {
  start();
  await expect.poll(told).toEqual(['pages']);
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'fastly-key': 'secret' });
  live = ['shell@1', 'blog@2'];
  await expect.poll(told).toEqual(['pages', 'blog@1']);
});

test('what the CDN could not be told is told later, also by the next process, and is reported once', async () => {
  const first = start();
  await expect.poll(told).toEqual(['pages']);
  status = 503;
  live = ['shell@2', 'blog@1'];
  await expect.poll(() => told().filter((tags) => tags === 'shell@1').length).toBeGreaterThan(1);
  expect(errors).toHaveLength(1);
  expect(errors).toMatchObject([[expect.objectContaining({ message: 'It answered 503.' }), /^SITE-CDN /]]);
  await first.stop();
  [status, asked] = [200, []];
  live = ['shell@2', 'blog@2'];
  start();
  await expect.poll(() => told().join(' ').split(' ').toSorted()).toEqual(['blog@1', 'pages', 'shell@1']);
});

test('Cloudflare is told in its own way', async () => {
  start('/client/v4/zones/zone/purge_cache');
  await expect.poll(() => asked.length).toBe(1);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ tags: ['pages'] });
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' });
});
