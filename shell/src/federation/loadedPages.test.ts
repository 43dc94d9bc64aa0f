import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { Page } from '@site/shared';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { openChannel } from '../render/channel.ts';
import { addRemote, serverRemotes } from '../render/serverRemotes.ts';
import { collectingLoader, messageLoader } from '../view/pageMessages.ts';
import { browserRemotes } from './browserRemotes.ts';

const registry = { blog: { release: 'version-1', entry: '/assets/blog/version-1/web/remote.js' } };
const blog = specifiedRoutesIn('en').pages.blog as PageRoute;

const stringsOf = (load: Page['strings']['catalogues']['en']): Page['strings'] => ({
  namespace: 'blog',
  sections: ['list'],
  catalogues: { en: load, fr: load, es: load },
});
const strings = stringsOf(async () => ({ list: { title: 'News' } }));
const good: Page = { component: () => null, strings };

/** What the blog's module exports. */
let exposed: { readonly default?: Page };

/** How often a browser's next attempts to load it fail, and the addresses that it then tries. */
let failures = 0;
const retried: string[] = [];

rs.mock('./singletons.ts', () => ({ singletons: {}, singletonVersions: {} }));
rs.mock('@module-federation/enhanced/runtime', () => ({
  createInstance: () => ({
    initShareScopeMap: () => {},
    registerRemotes: (remotes: readonly { readonly entry: string }[]) =>
      retried.push(...remotes.map(({ entry }) => entry)),
    loadRemote: async () => {
      if (failures-- > 0) throw new Error('lost on its way');
      return exposed;
    },
  }),
}));

beforeEach(() => {
  failures = 0;
  retried.length = 0;
  rs.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  openChannel({
    send: () => {},
    compile: () => (module) => Object.assign(module, { exports: { get: async () => () => exposed } }),
  });
  addRemote('blog', 'version-1', '');
});

afterEach(() => {
  rs.restoreAllMocks();
});

const i18n = () => createI18n({ language: 'en', messages: {} });

const places = [
  ['a server', { loadPage: serverRemotes(registry), loaderOf: () => collectingLoader(i18n()).load }],
  ['a browser', { loadPage: browserRemotes(registry), loaderOf: () => messageLoader(i18n()) }],
] as const;

test.each(places)('%s takes a page of a remote, with its texts', async (_, { loadPage, loaderOf }) => {
  exposed = { default: good };
  expect(await loadPage(blog)).toEqual({ page: good, remote: 'blog', release: 'version-1' });
  await loaderOf()(strings, 'en');
});

test.each(places)('%s refuses a page with texts in a foreign namespace', async (_, { loadPage }) => {
  exposed = { default: { ...good, strings: { ...strings, namespace: 'shell' } } };
  await expect(loadPage(blog)).rejects.toThrow('The remote "blog" is not available');
});

test.each(places)('%s refuses a module without a page', async (_, { loadPage }) => {
  exposed = {};
  await expect(loadPage(blog)).rejects.toThrow('The remote "blog" is not available');
});

test.each(places)('%s refuses a page without texts, which would show their keys', async (_, { loaderOf }) => {
  await expect(
    loaderOf()(
      stringsOf(async () => ({})),
      'en',
    ),
  ).rejects.toThrow('SITE-TEXTS');
});

test('a browser that fails to load a page asks once more, at another address of the same file', async () => {
  const loadPage = browserRemotes(registry);
  exposed = { default: good };
  failures = 1;
  expect(await loadPage(blog)).toMatchObject({ page: good });
  expect(retried).toEqual([`${registry.blog.entry}?retry=1`]);
  failures = 2;
  await expect(loadPage(blog)).rejects.toThrow('did not load');
});
