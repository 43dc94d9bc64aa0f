import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { plainSet, type ReleaseSource } from '@site/releases/Release.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import fastify from 'fastify';
import { exportSite } from './exportSite.ts';

const origin = 'https://www.example.com';
const entries = { api: 'events', path: 'entries.json' };
const policy = { ...openPolicy, fragments: { cart: 'events' } };
const { routes } = composeTable(policy, [
  {
    remote: 'events',
    fragments: { cart: { module: './fragment-cart' } },
    pages: [
      declaredPage({ name: 'events', path: 'events', languages: ['fr'] }),
      declaredPage({ name: 'event', path: 'events/:id', languages: ['fr'], entries, feed: true }),
    ],
  },
]);

/**
 * A server with a page at each address, whose sitemap lists an entry of the remote's API.
 *
 * @param part of each page, when it is asked for the first time, the second time, …
 */
async function exported(entry: string, part = (_time: number) => '') {
  const times = new Map<string, number>();
  const server = fastify();
  server.get('/sitemap.xml', () => `<urlset><url><loc>${origin}${entry}</loc></url></urlset>`);
  server.get('*', (request, reply) => {
    const time = (times.get(request.url) ?? 0) + 1;
    times.set(request.url, time);
    const body = `<html lang="fr">${request.url}${part(time)}</html>`;
    return reply
      .code(request.url.endsWith('/404') ? 404 : 200)
      .type('text/html')
      .send(body);
  });
  const folder = await newFolder();
  const built = await newFolder();
  const shell = { manifest: await buildApp(built, { name: 'shell' }), folder: built };
  const set = plainSet(shell, new Map(), policy);
  const current = () => ({ ...set, routes });
  const { fallbacks } = await exportSite(
    { server, releases: { current } as unknown as ReleaseSource, apiOrigin: undefined, patience: 0 },
    folder,
  );
  return Object.assign((file: string) => readFile(join(folder, file), 'utf8'), { fallbacks });
}

test('a page waits for a fragment that is late, and names one that stays away', async () => {
  const whole = '<div data-fragment="cart"><div data-remote="shop">Cart</div></div>';
  const fallback = '<div data-fragment="cart">No cart</div>';
  const late = await exported('/fr/events/foire', (time) => (time === 1 ? fallback : whole));
  expect(await late('fr/events/foire/index.html')).toContain(whole);
  expect(late.fallbacks).toEqual([]);
  const away = await exported('/fr/events/foire', () => fallback);
  expect(away.fallbacks).toContain('/fr/events/foire has the fallback of the fragment "cart".');
  const ofNobody = await exported('/fr/events/foire', () => fallback.replace('cart', 'other'));
  expect(ofNobody.fallbacks).toEqual([]);
});

test('what a remote’s own API lists is exported, with its feed, which hosts send as one', async () => {
  const read = await exported('/fr/events/foire-%C3%A9t%C3%A9');
  expect(await read('fr/events/index.html')).toContain('/fr/events<');
  expect(await read('fr/events/foire-été/index.html')).toContain('/fr/events/foire-%C3%A9t%C3%A9');
  expect(await read('fr/events/atom.xml')).toContain('/fr/events/atom.xml');
  expect(await read('_headers')).toMatch(
    /^\/fr\/events\/atom\.xml\n(?: {2}.*\n)* {2}content-type: application\/atom\+xml$/m,
  );
});

test.each(['/fr/events/a%2F..%2F..%2F..%2F..%2Fx', '/fr/events/a%5Cb', '/fr/events/%00'])(
  'an API that lists %s chooses no folder',
  async (entry) => {
    await expect(exported(entry)).rejects.toThrow(/^SITE-EXPORT .* can’t be a file/);
    await expect(access('/x')).rejects.toThrow();
  },
);
