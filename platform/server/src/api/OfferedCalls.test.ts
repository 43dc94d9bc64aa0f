import { expect, test } from '@rstest/core';
import { plainSet, type Release } from '@site/releases/Release.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import Fastify from 'fastify';
import type { ApiBackend } from './ApiBackend.ts';
import { OfferedCalls, offered } from './OfferedCalls.ts';

const release = (name: string, calls: readonly string[]): Release => ({
  manifest: { name, version: 'version-1', calls } as unknown as ReleaseManifest,
  folder: '',
});

/** A site whose only remote makes some calls, with an API in the same process, or one that it forwards to. */
function siteWith(made: readonly string[], routes = ['/blog/:lang', '/blog/:lang/r/:slug', '/contact', '/xsrf', '/*']) {
  const set = plainSet(release('shell', []), new Map([['home', [release('home', made)]]]), openPolicy);
  const calls = new OfferedCalls(() => set);
  const api: Pick<ApiBackend, 'register'> = {
    register: async (server) => {
      for (const route of routes) server.all(`/api/v1${route}`, async () => 'answered');
    },
  };
  const server = Fastify();
  void server.register(async (scope) => offered(api as ApiBackend, calls).register(scope));
  return { calls, status: async (url: string) => (await server.inject({ url, method: 'GET' })).statusCode };
}

const news = ['/api/v1/blog/en', '/api/v1/blog/en/r/hello?x=1'];
const messages = ['/api/v1/contact', '/api/v1/xsrf'];

test.each([
  ['in the same process', undefined],
  ['elsewhere', ['/*']],
])('addresses of calls that no remote makes are unknown, with an API %s', async (_, routes) => {
  const { status } = siteWith(['listNews'], routes);
  for (const url of news) expect(await status(url), url).toBe(200);
  for (const url of messages) expect(await status(url), url).toBe(404);
  expect(await status('/api/v1/others')).toBe(200);
  const contact = siteWith(['sendMessage'], routes);
  for (const url of messages) expect(await contact.status(url), url).toBe(200);
  for (const url of news) expect(await contact.status(url), url).toBe(404);
});

test('a colleague who is shown a version before it is live can try its calls', async () => {
  const { calls, status } = siteWith([]);
  expect(await status('/api/v1/contact')).toBe(404);
  calls.add(release('contact', ['sendMessage']));
  expect(await status('/api/v1/contact')).toBe(200);
  expect(await status('/api/v1/blog/en')).toBe(404);
});
