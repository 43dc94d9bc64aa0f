import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, rstest, test } from '@rstest/core';
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
  '/mislabelled': (response) =>
    response
      .setHeader('content-type', 'text/xml; charset=utf-16')
      .end(`<?xml version="1.0" encoding="UTF-16"?>${feed}`),
  '/unknown': (response) => response.end(`<?xml version="1.0" encoding="unicode-8"?>${feed}`),
  '/wide-unmarked': (response) =>
    response.end(Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${feed}`, 'utf16le').swap16()),
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

test.each([
  '/feed',
  '/untyped',
  '/zipped',
  '/latin',
  '/latin-inside',
  '/wide',
  '/wide-unmarked',
  '/mislabelled',
  '/unknown',
])('the feed at %s is decoded', async (path) => {
  const { text } = await readSource(origin + path);
  expect(text).toContain('<title>Été</title>');
});

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

describe('behind a proxy', () => {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '');
    const location = searchParams.get('to');
    if (pathname === '/moved' && location) response.writeHead(302, { location }).end();
    else response.setHeader('content-type', 'application/rss+xml').end(feed);
  };
  let proxy: Server;
  beforeAll(async () => {
    proxy = createServer(answer).listen(0, '127.0.0.1');
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await once(proxy, 'listening');
  });
  beforeEach(() => {
    asked.length = 0;
    rstest.stubEnv('NODE_USE_ENV_PROXY', '1');
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
      rstest.stubEnv(name, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    for (const name of ['NO_PROXY', 'no_proxy']) rstest.stubEnv(name, 'direct.example,127.0.0.1');
  });
  afterEach(() => {
    rstest.unstubAllEnvs();
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  /** Resolves a name as the network in front of the proxy would. */
  const leadingTo = (address: string): Resolve =>
    ((_name: string, _options: unknown, done: (error: Error | null, found?: LookupAddress[]) => void) => {
      if (address === '') done(new Error('ENOTFOUND'));
      else done(null, [{ address, family: 4 }]);
    }) as unknown as Resolve;

  test.each(['', '192.0.43.8'])('it is asked for the feed; here the name leads to “%s”', async (address) => {
    const { bytes } = await download('http://publisher.example/feed', { resolve: leadingTo(address) });
    expect(Buffer.from(bytes).toString()).toBe(feed);
    expect(asked).toEqual(['http://publisher.example/feed']);
  });

  test('it is asked for a connection to a feed with https', async () => {
    await expect(download('https://publisher.example/feed', { resolve: leadingTo('') })).rejects.toThrow('403');
    expect(asked).toEqual(['CONNECT publisher.example:443']);
  });

  test('it isn’t asked for what NO_PROXY names, nor without NODE_USE_ENV_PROXY', async () => {
    expect((await readSource(`${origin}/feed`)).text).toBe(feed);
    const inside = { resolve: leadingTo('10.0.0.1') };
    await expect(download('http://direct.example/feed', inside)).rejects.toThrow('leads to 10.0.0.1');
    rstest.stubEnv('NODE_USE_ENV_PROXY', '0');
    await expect(download('http://publisher.example/feed', inside)).rejects.toThrow('leads to 10.0.0.1');
    expect(asked).toEqual([]);
  });

  test.each([
    ['http://10.0.0.1/', '10.0.0.1 is no public address'],
    ['http://intranet/', 'intranet is no public address'],
    ['http://wiki.internal/', 'wiki.internal is no public address'],
  ])('it isn’t asked where a publisher redirects to %s', async (to, reason) => {
    const url = `http://publisher.example/moved?to=${to}`;
    await expect(download(url, { resolve: leadingTo('') })).rejects.toThrow(reason);
    expect(asked).toEqual([url]);
  });

  test('it isn’t asked for a name that leads into this network', async () => {
    const resolve = leadingTo('169.254.169.254');
    await expect(download('http://publisher.example/feed', { resolve })).rejects.toThrow('no public address');
    expect(asked).toEqual([]);
  });
});
