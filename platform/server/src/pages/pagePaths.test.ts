import { expect, test } from '@rstest/core';
import { limits } from '@site/node/limits.ts';
import Fastify from 'fastify';
import { pagePaths } from './pagePaths.ts';

const server = Fastify();
const isPagePath = pagePaths(server);
for (const url of ['/', '/*', '/robots.txt', '/en/atom.xml', '/assets/*', '/readyz']) server.get(url, async () => url);
await server.register(async (scope) => void scope.post('/api/v1/contact/:id', async () => ''));

test.each(['/en', '/wp-login.php', '/.env', '/en/wp-admin/', '/en/blog/nowhere', '/robots.txt.bak'])(
  'a path that no other route has leads to the pages: %s',
  async (path) => {
    expect(isPagePath(path)).toBe(true);
    expect((await server.inject(path)).body).toBe('/*');
  },
);

test.each([
  '/',
  '//en',
  '/robots.txt',
  '/en/atom.xml',
  '/readyz',
  '/readyz#x',
  '/assets/none',
  '/api/v2',
  '/api/v1/contact/7',
  '/favicon.ico',
  '/cards/en/home.png',
  '/caf%C3%A9',
  'http://a/en',
  `/${'a'.repeat(limits.pages.path)}`,
])('Fastify decides about all others: %s', (path) => {
  expect(isPagePath(path)).toBe(false);
});
