import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@rstest/core';
import { limits } from '../../limits.ts';
import { download } from './download.ts';
import { assertPublicHost, type Resolve } from './publicAddress.ts';
import { readSource } from './readSource.ts';

const feed = '<rss version="2.0"><channel><title>Été</title></channel></rss>';

/** A publisher's responses by path. */
const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/to-other-port': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/feed' }).end(),
  '/to-localhost': (response) =>
    response.writeHead(302, { location: `${origin.replace('127.0.0.1', 'localhost')}/feed` }).end(),
  '/feed': (response) => response.setHeader('content-type', 'application/rss+xml; charset=utf-8').end(feed),
  '/untyped': (response) => response.end(feed),
  '/zipped': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(feed)),
  '/latin': (response) =>
    response.setHeader('content-type', 'text/xml; charset="ISO-8859-1"').end(Buffer.from(feed, 'latin1')),
  '/latin-inside': (response) =>
    response.end(Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${feed}`, 'latin1')),
  '/wide': (response) => response.end(Buffer.from(`\uFEFF${feed}`, 'utf16le')),
  '/misnamed': (response) =>
    response.setHeader('content-type', 'text/xml; charset=utf-8').end(Buffer.from(feed, 'latin1')),
  '/moved': (response) => response.writeHead(301, { location: '/moved-again' }).end(),
  '/moved-again': (response) => response.writeHead(308, { location: '/feed' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/astray': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/gone': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone'),
  '/page': (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Blog'),
  '/flood': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(limits.download.bytes + 1, ' '))),
  '/cut': (response) => response.writeHead(200, { 'content-length': 1000 }).write(feed, () => response.destroy()),
  '/silent': () => {},
  '/endless': (response) => response.write('<rss>'),
};

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(['/feed', '/untyped', '/zipped', '/latin', '/latin-inside', '/wide'])(
  'the feed at %s is decoded',
  async (path) => {
    const { text } = await readSource(origin + path);
    expect(text).toContain('<title>Été</title>');
  },
);

test('redirects are followed, and the last URL is known', async () => {
  expect(await readSource(`${origin}/moved`)).toEqual({
    name: `${origin}/moved`,
    text: feed,
    url: `${origin}/feed`,
  });
});

describe('an error says why nothing was read', () => {
  test.each([
    ['/round', 'more than 5 redirects'],
    ['/astray', 'isn’t an http(s) address'],
    ['/gone', 'status 404'],
    ['/page', 'text/html'],
    ['/flood', `larger than ${limits.download.bytes} bytes`],
    ['/cut', 'other side closed'],
    ['/misnamed', 'its characters are not utf-8'],
  ])('from %s', async (path, reason) => {
    const message = await readSource(origin + path).then(String, (error: Error) => error.message);
    expect(message).toContain(`NEWS-SOURCE "${origin}${path}" can't be read: `);
    expect(message).toContain(reason);
  });

  test('from a server that is down', async () => {
    const down = createServer().listen(0, '127.0.0.1');
    await once(down, 'listening');
    const address = `http://127.0.0.1:${(down.address() as AddressInfo).port}/feed`;
    await new Promise((closed) => down.close(closed));
    await expect(readSource(address)).rejects.toThrow(/NEWS-SOURCE .* can't be read: .*ECONNREFUSED/);
  });

  test('from a missing file', async () => {
    await expect(readSource('/nowhere/feed.xml')).rejects.toThrow(/NEWS-SOURCE .*ENOENT/);
  });

  test.each(['/silent', '/endless'])('from %s, because it took too long', async (path) => {
    await expect(download(origin + path, { max: { ...limits.download, time: 300 } })).rejects.toThrow(
      'it took longer than 0.3 s',
    );
  });
});

test.each(['192.0.43.8', '2606:2800:220:1::1', '::ffff:192.0.43.8', '64:ff9b::c000:2b08'])(
  '%s is public',
  (address) => {
    const url = new URL(address.includes(':') ? `http://[${address}]/` : `http://${address}/`);
    expect(() => assertPublicHost(url)).not.toThrow();
  },
);

describe('a publisher’s URL leads to public addresses only', () => {
  /** Resolves every name to one address, as its owner could at any time. */
  const leadingTo = (address: string) => {
    const asked: string[] = [];
    const resolve = ((hostname: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
      asked.push(hostname);
      done(null, [
        { address: '192.0.43.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]);
    }) as unknown as Resolve;
    return { asked, resolve };
  };

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    'fec0::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('a name that leads to %s is not followed', async (address) => {
    const { asked, resolve } = leadingTo(address);
    const url = `http://publisher.example:${new URL(origin).port}/feed`;
    await expect(download(url, { resolve })).rejects.toThrow(
      `publisher.example leads to ${address}, which is no public`,
    );
    expect(asked).toEqual(['publisher.example']);
  });

  test.each(['/to-other-port', '/to-localhost'])(
    'the owner’s own address may not redirect further into the network: %s',
    async (path) => {
      await expect(download(origin + path)).rejects.toThrow('no public address');
    },
  );

  test.each(['http://localhost', 'http://0x7f.1', 'http://[::ffff:127.0.0.1]'])(
    'the owner may name %s',
    async (named) => {
      const url = `${named}:${new URL(origin).port}/feed`;
      const answer = await download(url).then(
        ({ contentType }) => contentType,
        (error: Error) => error.message,
      );
      expect(answer).toMatch(/application\/rss\+xml|ECONNREFUSED|ENETUNREACH/);
    },
  );
});
