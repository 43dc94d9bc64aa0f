import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from '@rstest/core';
import {
  type Explanation,
  explainHeader,
  explanationHeader,
  explanationText,
} from '@site/releases/explain/Explanation.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { roomLimits } from '../limits.ts';
import { addressAt, WhyReader } from './WhyReader.ts';

const token = 'the token of the owner';
const settings = {
  DATA_DIR: '',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
  METRICS_TOKEN: token,
};
const owner: Reader = { name: 'owner', maySee: () => true, signs: [], maySeeDesk: false };
const team: Reader = { name: 'blog', maySee: (app) => app === 'blog', signs: [], maySeeDesk: false };

const explanation: Explanation = {
  route: '/en/blog',
  page: 'list',
  language: 'en',
  remote: 'blog',
  releases: ['shell@1', 'blog@2', 'contact@3'],
  arm: 'live',
  cache: 'miss',
  wall: 'isolate',
  isIsolated: false,
  renderings: [
    { release: 'blog@2', milliseconds: 4.2 },
    { release: 'contact@3', milliseconds: 1, problem: 'threw' },
  ],
  milliseconds: 6,
};

/** Starts something that answers like a site, until the end of the test. */
async function site(listener: RequestListener) {
  const asked: { readonly url: string | undefined; readonly token: unknown }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, token: request.headers[explainHeader] });
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running = async () => ({ origin, audience: origin, since: '' });
  return { origin, asked, reader: new WhyReader({ ...settings }, running) };
}

const explains =
  (what: Partial<Explanation> = {}): RequestListener =>
  (_, response) => {
    response.setHeader(explanationHeader, explanationText({ ...explanation, ...what })).end('<html>');
  };

test('only the path is the reader’s choice: the token goes to the site alone', async () => {
  expect(addressAt('https://www.example.com', '/en/pricing?preview=a#b')?.href).toBe(
    'https://www.example.com/en/pricing?preview=a',
  );
  expect(addressAt('https://www.example.com', 'https://www.example.com//evil.example/x')?.href).toBe(
    'https://www.example.com//evil.example/x',
  );
  expect(addressAt('https://www.example.com', 'https://me:secret@www.example.com/fr')?.href).toBe(
    'https://www.example.com/fr',
  );
  const elsewhere = [
    '//evil.example',
    'http://www.example.com/',
    'http://127.0.0.1:6379/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '\\\\evil.example',
    'https://',
    'https://www.example.com.evil.example/',
  ];
  const { reader, asked } = await site(explains());
  for (const address of elsewhere) {
    expect(addressAt('https://www.example.com', address), address).toBeUndefined();
    expect(await reader.read(address, owner), address).toMatchObject({ kind: 'elsewhere' });
  }
  expect(asked).toEqual([]);
  expect(await reader.read('/en/blog', owner)).toMatchObject({
    kind: 'told',
    told: { status: 200, others: 0, explanation },
  });
  expect(asked).toEqual([{ url: '/en/blog', token }]);
});

test('a team learns why its own pages are what they are, and of others’ nothing but that they are others’', async () => {
  const { reader } = await site(explains());
  const told = await reader.read('/en/blog', team);
  expect(told).toMatchObject({ kind: 'told', told: { others: 2, explanation: { releases: ['blog@2'] } } });
  expect(JSON.stringify(told)).not.toContain('contact');
  const { reader: ofContact } = await site(explains({ remote: 'contact' }));
  expect(await ofContact.read('/en/contact', team)).toEqual({ kind: 'other' });
});

test('it says what to set where the token or the site isn’t known, and asks no other machine that reports', async () => {
  const none = async () => undefined;
  expect(await new WhyReader({ ...settings, METRICS_TOKEN: undefined }, none).read('/en', owner)).toEqual({
    kind: 'noToken',
  });
  expect(await new WhyReader(settings, none).read('/en', owner)).toEqual({ kind: 'noSite' });
  const elsewhere = async () => ({ origin: 'https://evil.example', audience: 'https://evil.example', since: '' });
  expect(await new WhyReader(settings, elsewhere).read('/en', owner)).toEqual({ kind: 'noSite' });
});

test('what doesn’t explain itself, lies or leads elsewhere is told as a failure, and no redirect is followed', async () => {
  const other = await site(explains());
  const answers: readonly (readonly [string, RequestListener])[] = [
    ['doesn’t say why', (_, response) => response.end('A page.')],
    ['doesn’t say why', (_, response) => response.setHeader(explanationHeader, '{"route":1}').end()],
    ['doesn’t say why', (_, response) => response.setHeader(explanationHeader, 'x'.repeat(1_000)).end()],
    ['can’t be read', (_, response) => response.setHeader(explanationHeader, 'x'.repeat(40_000)).end()],
    ['can’t be read', ({ socket }) => socket.destroy()],
    ['doesn’t say why', (_, response) => response.writeHead(302, { location: other.origin }).end()],
  ];
  for (const [message, listener] of answers) {
    const { reader } = await site(listener);
    expect(await reader.read('/en', owner)).toEqual({ kind: 'failed', message: expect.stringContaining(message) });
  }
  expect(other.asked, 'no redirect is followed').toEqual([]);
});

test('many readers at once don’t have the site render as many pages', async () => {
  const waiting: (() => void)[] = [];
  const { reader } = await site((request, response) => waiting.push(() => explains()(request, response)));
  const first = Array.from({ length: roomLimits.asking }, () => reader.read('/en', owner));
  await expect.poll(() => waiting.length).toBe(roomLimits.asking);
  expect(await reader.read('/en', owner)).toEqual({ kind: 'busy' });
  for (const answer of waiting) answer();
  expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual(first.map(() => 'told'));
});
