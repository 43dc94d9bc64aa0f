import { beforeEach, expect, rs, test } from '@rstest/core';
import type { Page } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { assertPage } from '../federation/remotes.ts';
import { catalogues } from '../layout/testing/renderInSite.tsx';
import { createView } from './createView.ts';
import { messageLoader } from './pageMessages.ts';
import type { ViewTools } from './view.ts';

type Catalogues = Page['strings']['catalogues'];

const everywhere = (load: Catalogues['en']): Catalogues => ({ en: load, fr: load, es: load });

const good: Page = {
  component: () => null,
  strings: { namespace: 'blog', sections: ['list'], catalogues: everywhere(async () => ({ list: { title: 'News' } })) },
};

const withTexts = (load: Catalogues['en']): Page => ({
  ...good,
  strings: { ...good.strings, catalogues: everywhere(load) },
});

/** Creates the view of the blog's page. A browser asks the server for a page whose view can't be created. */
async function viewOf(page: Page | undefined) {
  const i18n = createI18n({ language: 'en', messages: { shell: catalogues.en } });
  const tools: ViewTools = {
    api: {} as ViewTools['api'],
    i18n,
    origin: 'https://www.example.com',
    routesIn: async (language) => specifiedRoutesIn(language),
    loadPage: async ({ remote, module }) => {
      assertPage(page, remote, module);
      return { page, remote, release: 'version-1' };
    },
    loadMessages: messageLoader(i18n),
    dataBudget: limits.remoteLoad,
    signal: new AbortController().signal,
  };
  return await createView({ url: '/en/blog', language: 'en' }, tools);
}

beforeEach(() => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

test('the view of a page has its data and its head', async () => {
  const { view, head } = await viewOf({ ...good, load: async () => ['news'], head: () => ({ title: 'Extra, extra' }) });
  expect(view.content).toMatchObject({ kind: 'page', name: 'blog', data: ['news'] });
  expect(head.title).toContain('Extra, extra');
});

test.each([
  ['without a page', undefined, 'exports no page'],
  ['without a component', { ...good, component: undefined } as unknown as Page, 'exports no page'],
  [
    'with texts in a foreign namespace',
    { ...good, strings: { ...good.strings, namespace: 'shell' } },
    '"shell" instead',
  ],
  ['without texts', withTexts(async () => ({})), 'did not load'],
  ['whose texts never arrive', withTexts(() => new Promise<never>(() => {})), 'did not load'],
  ['whose data fails to load', { ...good, load: () => Promise.reject(new Error('no data')) }, 'no data'],
  ['that waits for its data forever', { ...good, load: () => new Promise(() => {}) }, 'No answer within'],
  [
    'whose title throws',
    {
      ...good,
      head: () => {
        throw new Error('no title');
      },
    },
    'no title',
  ],
] as const)('a blog %s has no view, and the reason says why', async (_, page, reason) => {
  const created = viewOf(page as Page | undefined);
  created.catch(() => {});
  await rs.advanceTimersByTimeAsync(2 * limits.remoteLoad);
  await expect(created).rejects.toThrow(reason);
});
