import { expect, rs, test } from '@rstest/core';
import { RemoteUnavailableError } from '../federation/remotes.ts';
import type { LiveRoutes } from './liveRoutes.ts';
import { loadView } from './loadView.ts';
import { loadWhole, UnreachableError } from './loadWhole.ts';

test.each([
  ['has no view in this tab', undefined],
  ['can’t be loaded', () => Promise.reject(new RemoteUnavailableError('blog', 'its files are gone'))],
  ['throws', () => Promise.reject(new Error('no data'))],
])('a page that %s comes from the server, which needs no code in the browser', async (_, load) => {
  const assign = rs.spyOn(window.location, 'assign').mockImplementation(() => {});
  rs.spyOn(console, 'error').mockImplementation(() => {});
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  const routes = { in: async () => undefined } as unknown as LiveRoutes;
  void loadView('/en/blog', load, { routes, registry: {}, signal: new AbortController().signal });
  await expect.poll(() => assign.mock.calls).toEqual([['/en/blog']]);
  rs.restoreAllMocks();
});

test('without a network the page stays, and the navigation fails', async () => {
  const assign = rs.spyOn(window.location, 'assign').mockImplementation(() => {});
  rs.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  const routes = { in: async () => undefined } as unknown as LiveRoutes;
  const loading = loadView('/en/blog', undefined, { routes, registry: {}, signal: new AbortController().signal });
  await expect(loading).rejects.toThrow(UnreachableError);
  expect(assign).not.toHaveBeenCalled();
  rs.restoreAllMocks();
});

test('a visitor who goes elsewhere while the server is asked isn’t led away', async () => {
  const assign = rs.spyOn(window.location, 'assign').mockImplementation(() => {});
  const aborter = new AbortController();
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    aborter.abort();
    return new Response();
  });
  await expect(loadWhole('/en/blog', aborter.signal)).rejects.toThrow('aborted');
  expect(assign).not.toHaveBeenCalled();
  rs.restoreAllMocks();
});
