import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { recordLimits } from '@site/releases/limits.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { signRecord } from '@site/releases/signing/signatures.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { S3Store } from './S3Store.ts';

/** The objects of a storage that keeps to conditions, by path. Real ones: stores.all.test.ts. */
const objects = new Map<string, string>();
const names = ['AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
const before = names.map((name) => [name, process.env[name]] as const);
let server: Server;
let sent = 0;
/** Called before each object is sent. */
let onRead = () => {};

const etagOf = (content: string | undefined) =>
  content === undefined ? undefined : `"${createHash('md5').update(content).digest('hex')}"`;

const pathOf = ({ url = '' }: IncomingMessage) => URL.parse(url, 'http://a')?.pathname ?? '';

async function put(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { 'if-none-match': unless, 'if-match': only } = request.headers;
  const etag = etagOf(objects.get(pathOf(request)));
  const isMet = unless === '*' ? !etag : only === undefined || only === etag;
  if (isMet) objects.set(pathOf(request), Buffer.concat(chunks).toString());
  response.writeHead(isMet ? 200 : 412).end();
}

function get(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET') onRead();
  const content = objects.get(pathOf(request));
  const etag = etagOf(content);
  if (content === undefined || !etag) response.writeHead(404).end();
  else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
  else {
    if (request.method === 'GET') sent += content.length;
    response.writeHead(200, { etag }).end(content);
  }
}

beforeAll(async () => {
  server = createServer((request, response) =>
    request.method === 'PUT' ? void put(request, response) : get(request, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'id';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
});

afterAll(() => {
  server.close().closeAllConnections();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

beforeEach(() => {
  objects.clear();
  sent = 0;
  onRead = () => {};
});

const path = '/releases/site/blog/current.json';
const open = () => new S3Store('s3://releases/site', 2_000);
const text = (version: string) => JSON.stringify(pointTo(version, undefined));

test('a pointer is sent once as long as it stays the same, and one that is too large not at all', async () => {
  objects.set(path, text('version-1'));
  const store = open();
  const first = await store.readChanged(pointerOf('blog'));
  if (!first || first === 'unchanged') throw new Error('It was not sent.');
  expect(first.content.toString()).toBe(objects.get(path));
  expect(await store.readChanged(pointerOf('blog'), first.state)).toBe('unchanged');
  expect(sent).toBe(first.content.length);
  objects.set(path, text('version-2').padEnd(recordLimits.pointer + 1));
  await expect(store.readChanged(pointerOf('blog'), first.state)).rejects.toMatchObject({ code: 'RELEASE-FILE' });
  objects.clear();
  expect(await store.readChanged(pointerOf('blog'), first.state)).toBeUndefined();
});

test('a pointer is replaced if it is the one that was read; a damaged or too large one counts as missing', async () => {
  const store = open();
  for (const [at, content] of [undefined, text('version-1'), '{', ' '.repeat(recordLimits.pointer + 1)].entries()) {
    if (content === undefined) objects.clear();
    else objects.set(path, content);
    const seen: unknown[] = [];
    await store.change(pointerOf('blog'), async (current) => {
      seen.push(current?.version);
      return pointTo(`version-${at}x`, current);
    });
    expect(seen).toEqual([at === 1 ? 'version-1' : undefined]);
    expect((await store.read(pointerOf('blog')))?.version).toBe(`version-${at}x`);
  }
});

test('a pointer that someone else replaces meanwhile stays theirs', async () => {
  const store = open();
  objects.set(path, text('version-1'));
  const change = store.change(pointerOf('blog'), async (current) => {
    objects.set(path, text('version-2'));
    return pointTo('version-3', current);
  });
  await expect(change).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  onRead = () => void objects.set(path, text('version-4'));
  const early = store.change(pointerOf('blog'), async (current) => pointTo('version-5', current));
  await expect(early, 'between the two requests').rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  expect((await store.read(pointerOf('blog')))?.version).toBe('version-4');
});

test('a signed pointer is kept when it goes into force, at the latest before another one replaces it', async () => {
  const key = await makeSigningKey(join(await newFolder(), 'team.key'));
  const pointer = pointerOf('blog');
  const signed = (version: string) =>
    signRecord(pointer, pointTo(version, undefined), undefined, { key, site: unnamedSite, life: 60_000 });
  const kept = () => [...objects].filter(([name]) => name.startsWith('/releases/site/blog/current.history/'));
  const store = open();
  const first = signed('version-1');
  // As an earlier version of the tools has left it.
  objects.set(path, JSON.stringify(first));
  await store.change(pointer, async () => signed('version-2'));
  expect(kept().map(([, content]) => JSON.parse(content).version)).toEqual(['version-1', 'version-2']);
  expect(kept()[0]?.[1], 'byte for byte').toBe(JSON.stringify(first));
  const before = kept();
  await store.change(pointer, async (current) => current);
  const refused = store.change(pointer, async () => {
    objects.set(path, text('version-4'));
    return signed('version-3');
  });
  await expect(refused).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  expect(kept(), 'what never went into force isn’t').toEqual(before);
});
