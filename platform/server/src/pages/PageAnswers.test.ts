import { expect, rs, test } from '@rstest/core';
import { type Failure, type Outcome, refused, type Shown } from '@site/renderer/outcome/outcome.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import { type PageUrl, readPageUrl } from '@site/shared/routes/path.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import type { FastifyBaseLogger } from 'fastify';
import { toPage } from './CachedPage.ts';
import { LastGoodPages } from './LastGoodPages.ts';
import { type AnswerTools, PageAnswers } from './PageAnswers.ts';
import { PageCache } from './PageCache.ts';
import type { RenderedPage } from './renderPage.ts';

const log = { error: rs.fn(), warn: rs.fn() } as unknown as FastifyBaseLogger;

const rendered = (text: string): Shown<RenderedPage> => ({
  kind: 'whole',
  page: toPage({ html: Buffer.from(text), scriptHashes: [], styleHashes: [], origins: [] }, 200),
});

const failed: Failure = { kind: 'threw', message: 'It broke.' };

/** The blog's page, whose renderings end when the test says so. */
function blogPage(more: Partial<PageUrl> = {}) {
  const count = { inc: rs.fn() };
  const tools = { metrics: { pageCache: count, stalePages: count, rejections: count } } as unknown as AnswerTools;
  const cache = new PageCache();
  const lastGood = new LastGoodPages({ folder: undefined, origin: () => '', log });
  const memory = { cache, lastGood, state: { news: '' }, dictionaries: undefined, cdn: undefined };
  const renderings: PromiseWithResolvers<Outcome<RenderedPage>>[] = [];
  const answers = new PageAnswers(tools, memory as unknown as ConstructorParameters<typeof PageAnswers>[1], () => {
    const rendering = Promise.withResolvers<Outcome<RenderedPage>>();
    renderings.push(rendering);
    return rendering.promise;
  });
  const address = { ...readPageUrl(specifiedRoutes, '/en/blog'), ...more };
  const asked = { address, candidates: [] } as unknown as PageRequest;
  /** Asks for the page in a state of the site; returns its text, and the function that ends its rendering. */
  const ask = (now: string) => {
    const answer = answers.render(asked, { key: address.url, now, url: address.url }, log);
    const text = answer.then((sent) => ('page' in sent ? String(sent.page.html) : sent.kind));
    const rendering = renderings.at(-1);
    return { text, end: (outcome: Outcome<RenderedPage>) => rendering?.resolve(outcome) };
  };
  return { ask, cached: (now: string) => cache.get(address.url, now)?.html.toString() };
}

test('a slow rendering of an earlier release replaces nothing of the later one, neither in the cache nor as last good page', async () => {
  const { ask, cached } = blogPage();
  const slow = ask('release 1');
  const quick = ask('release 2');
  quick.end(rendered('release 2'));
  expect(await quick.text).toBe('release 2');
  slow.end(rendered('release 1'));
  expect(await slow.text, 'its own visitors get it').toBe('release 1');
  expect(cached('release 2')).toBe('release 2');
  const failing = ask('release 2, failing');
  failing.end(failed);
  expect(await failing.text).toBe('release 2');
});

test.each<Outcome<RenderedPage>>([
  failed,
  { kind: 'lost', message: 'It ended.' },
  refused('rendering'),
  { ...rendered('without its news'), kind: 'no-data' },
  { ...rendered('the 404 page'), kind: 'substitute' },
])('in place of a page that is $kind, visitors get its last good version for a moment', async (outcome) => {
  const { ask, cached } = blogPage();
  const good = ask('a state');
  good.end(rendered('good'));
  await good.text;
  const next = ask('next state');
  next.end(outcome);
  expect(await next.text).toBe('good');
  expect(cached('next state')).toBe('good');
});

test('a page with old news is shown, and doesn’t become the last good version', async () => {
  const { ask, cached } = blogPage();
  for (const [state, outcome] of [
    ['good', rendered('good')],
    ['old', { ...rendered('with old news'), kind: 'old-data' }],
  ] as const) {
    const page = ask(state);
    page.end(outcome);
    expect(await page.text).toBe(String(outcome.page.html));
  }
  expect(cached('old')).toBe('with old news');
  const failing = ask('failing');
  failing.end(failed);
  expect(await failing.text).toBe('good');
});

test('a page with data of its remote’s own API is rendered again when that is no longer fresh', async () => {
  const { ask, cached } = blogPage();
  const first = ask('a state');
  first.end({ ...rendered('today'), freshFor: 100 });
  await first.text;
  expect(cached('a state')).toBe('today');
  await expect.poll(() => cached('a state')).toBeUndefined();
});

test('a page with a free value in its query is cached, and never the last good one: there is no end of those', async () => {
  const { ask, cached } = blogPage({ url: '/en/blog?sku=1', isFree: true });
  const good = ask('a state');
  good.end(rendered('good'));
  expect(await good.text).toBe('good');
  expect(cached('a state')).toBe('good');
  const next = ask('next state');
  next.end(failed);
  expect(await next.text).toBe('threw');
});

test('a page with what a visitor typed is rendered for each, and kept nowhere', async () => {
  const { searched, renderings, keys } = searchPage();
  const one = searched();
  const other = searched();
  expect(renderings).toHaveLength(2);
  for (const { end } of renderings) end(rendered('found'));
  expect([await one, await other]).toMatchObject([{ kind: 'whole' }, { kind: 'whole' }]);
  expect(keys()).toEqual([]);
  expect(renderings.map(({ headers }) => headers)).toEqual([
    { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  ]);
});

/** A page that is searched, with its renderings, and the addresses that anything is kept of. */
function searchPage() {
  const renderings: { readonly end: (page: Shown<RenderedPage>) => void; readonly headers: unknown }[] = [];
  const cache = new PageCache();
  const lastGood = new LastGoodPages({ folder: undefined, origin: () => '', log });
  const memory = { cache, lastGood, state: { news: '' }, dictionaries: { keep: rs.fn() }, cdn: undefined };
  const answers = new PageAnswers(
    {} as AnswerTools,
    memory as unknown as ConstructorParameters<typeof PageAnswers>[1],
    (_asked, _tools, { headers } = {}) => {
      const { promise, resolve } = Promise.withResolvers<Shown<RenderedPage>>();
      renderings.push({ end: resolve, headers });
      return promise;
    },
  );
  const address = { ...readPageUrl(specifiedRoutes, '/en/blog'), url: '/en/blog?q=typed', isSearch: true } as const;
  const asked = { address, candidates: [] } as unknown as PageRequest;
  const keys = () => [
    ...[address.url, address.path].filter((key) => cache.find(key)),
    ...memory.dictionaries.keep.mock.calls,
  ];
  return { renderings, keys, searched: () => answers.renderUnkept(asked) };
}
