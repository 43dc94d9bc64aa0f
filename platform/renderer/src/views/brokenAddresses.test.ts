/** What a page that fails at some addresses costs the others. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import { plainSet } from '@site/releases/Release.ts';
import { readPageUrl } from '@site/shared/routes/path.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { rendererLimits } from '../limits.ts';
import { isShown } from '../outcome/outcome.ts';
import type { RenderTask } from '../workers/RenderTask.ts';
import { PageCircuitBreakers } from './PageCircuitBreakers.ts';
import { type RenderTools, renderView } from './renderView.ts';

const { openCircuit, brokenAddresses } = rendererLimits;

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

const pages = [
  declaredPage({ name: 'blog', path: 'blog', module: './list', query: { topic: ['news'] } }),
  declaredPage({ name: 'article', path: 'blog/:slug', module: './article' }),
];

const releaseOf = (name: string, version: string): Release =>
  ({
    folder: '/nowhere',
    manifest: { name, version, publicPath: '/', entry: 'entry.js', modules: { './list': {}, './article': {} }, pages },
  }) as unknown as Release;

type Fails = 'throws' | 'loses its worker' | undefined;

/** A blog with two releases, of which the newer one fails at some addresses. */
function blog(newFails: (url: string) => Fails) {
  const live = plainSet(
    releaseOf('shell', '1'),
    new Map([['blog', [releaseOf('blog', 'new'), releaseOf('blog', 'old')]]]),
    openPolicy,
  );
  const tried: string[] = [];
  const faults: string[] = [];
  const source = { reportFault: (_: Release, code: string) => void faults.push(code), clearFault: () => {} };
  const circuitBreakers = new PageCircuitBreakers(source as unknown as ReleaseSource, { remoteFailed: () => {} });
  const render = async ({ remote, job }: RenderTask) => {
    const isNew = remote?.manifest.version === 'new';
    if (isNew) tried.push(job.request.url);
    const fails = isNew ? newFails(job.request.url) : undefined;
    if (fails) return { kind: fails === 'throws' ? 'threw' : 'lost', message: 'It failed.' };
    return { kind: 'whole', status: 200, parts: { remotes: new Set(['blog']), module: remote && {} } };
  };
  const tools = {
    releases: { suspect: () => {} },
    renderer: { render },
    circuitBreakers,
    rollouts: { renderFailed: () => {} },
    takeOver: { lost: () => [] },
    metrics: { renderings: { startTimer: () => () => {} } },
  } as unknown as RenderTools;
  const show = async (slug: string) => {
    const request = {
      address: readPageUrl(live.routes, `/en/blog${slug}`),
      origin: '',
      language: 'en',
      visitor: { address: '' },
      candidates: [],
    } as const;
    const view = await renderView(request, tools, live);
    if (!isShown(view)) throw new Error(view.kind);
    const shown = view.remotes.get('blog')?.manifest.version;
    return { shown, freshFor: view.freshFor };
  };
  return { show, circuitBreakers, tried, faults };
}

const badSlugs = Array.from({ length: 20 }, (_, index) => `/bad-${index}`);
const ofNew = { shown: 'new', freshFor: undefined };

test('an address that throws takes no other away: it alone comes from the earlier release, for a while', async () => {
  const { show, tried, circuitBreakers, faults } = blog((url) => (url.includes('bad') ? 'throws' : undefined));
  expect(await show('/bad-0')).toEqual({ shown: 'old', freshFor: openCircuit });
  expect(await show('/good')).toEqual(ofNew);
  expect(circuitBreakers.state, 'no other page is rendered again').toBe('');
  expect(await show('/bad-0'), 'without a try').toMatchObject({ shown: 'old' });
  expect(tried).toEqual(['/en/blog/bad-0', '/en/blog/good']);
  for (const slug of badSlugs) await show(slug);
  expect(await show('/other')).toEqual(ofNew);
  expect(await show('')).toEqual(ofNew);
  expect([circuitBreakers.state, faults], 'nor is each in the log').toEqual(['', ['RENDER-THREW']]);
});

test('of a version whose addresses have all failed, documents name the earlier one, until an address works', async () => {
  let isBroken = true;
  const { show, circuitBreakers } = blog((url) => (isBroken && url !== '/en/blog' ? 'throws' : undefined));
  const enough = badSlugs.slice(0, brokenAddresses.enough);
  for (const [index, slug] of enough.entries()) {
    for (const _ of [1, 2]) {
      await show(slug);
      // The same address is tried, and fails, again.
      rs.advanceTimersByTime(openCircuit + 1);
    }
    await show(slug);
    expect(circuitBreakers.state !== '', slug).toBe(index === enough.length - 1);
  }
  isBroken = false;
  expect(await show('/good'), 'each is tried').toEqual(ofNew);
  expect(circuitBreakers.state).toBe('');
});

test('a page that fails is one circuit, which no working query of it closes', async () => {
  const { show, circuitBreakers } = blog((url) => (url === '/en/blog' ? 'throws' : undefined));
  expect(await show('')).toMatchObject({ shown: 'old' });
  const { state } = circuitBreakers;
  expect(state).not.toBe('');
  expect(await show('?topic=news')).toEqual(ofNew);
  expect(circuitBreakers.state, 'the site’s pages stay as they are').toBe(state);
});

test('a version that loses its worker at each address isn’t waited for at the next', async () => {
  const { show, tried } = blog((url) => (url === '/en/blog' ? undefined : 'loses its worker'));
  for (const slug of badSlugs) expect(await show(slug)).toMatchObject({ shown: 'old' });
  expect(tried).toHaveLength(brokenAddresses.enough);
});
