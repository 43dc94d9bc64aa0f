import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from '@rstest/core';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { liveText } from './liveText.ts';

/** A site that shows version 2 of the shop. */
async function startSite(): Promise<string> {
  const answers: Partial<Record<string, string>> = {
    '/en/shop': '<div data-remote="shop" data-release="2">',
    '/en': '<div data-remote="marketing" data-release="7">',
    '/frontend-discovery.json': '{"microFrontends":{"shop":[{"metadata":{"version":"2"}}]}}',
  };
  const server = createServer(({ url = '' }, response) => response.end(answers[url]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[string, readonly DeclaredPage[], string]>([
  ['a page', [declaredPage({ name: 'shop', path: 'shop' })], '/en/shop'],
  ['pages with parameters alone', [declaredPage({ name: 'kite', path: 'shop/:id' })], '/frontend-discovery.json'],
  ['no page', [], '/frontend-discovery.json'],
])('a version with %s is said to be live once the site shows it', async (_, pages, path) => {
  const origin = await startSite();
  const tools = {
    store: { manifest: async () => ({ pages }) },
    site: async () => ({ origin }),
    faults: { of: async () => [] },
  } as unknown as Parameters<typeof liveText>[0];
  expect(await liveText(tools, 'shop', '2')).toBe(`shop@2 is live: ${origin}${path}`);
});
