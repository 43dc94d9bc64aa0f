import { expect, test } from '@rstest/core';
import type { RenderJob } from '@site/shell/render/messages.ts';
import type { Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { rememberFragment } from './rememberedFragments.ts';

const job = {
  request: { url: '/en/shop', language: 'en' },
  origin: 'https://site.example',
  fragment: { remote: 'explore', module: './fragment-picks', props: { sku: 'dart' }, prefix: 'f0-' },
} as unknown as RenderJob;

const shown = { kind: 'whole', missingTexts: [], parts: { html: '<p>Dart</p>' } } as unknown as Shown<RenderedView>;

/** How often a fragment is rendered that pages ask for. */
async function renderings(asked: readonly Partial<RenderJob>[], outcome = shown, from = () => [shownFrom]) {
  let count = 0;
  for (const each of asked)
    await rememberFragment({ ...job, ...each }, from(), async () => {
      count += 1;
      return outcome;
    });
  return count;
}

let shownFrom = {};

test('a fragment is rendered once for all pages that give it the same', async () => {
  shownFrom = {};
  const elsewhere = { request: { url: '/en/other', language: 'en' } } as const;
  expect(await renderings([{}, elsewhere, {}])).toBe(1);
});

test('other values, another language, another place or another release: another fragment', async () => {
  shownFrom = {};
  const fragment = job.fragment as NonNullable<RenderJob['fragment']>;
  const others: readonly Partial<RenderJob>[] = [
    { fragment: { ...fragment, props: { sku: 'box' } } },
    { fragment: { ...fragment, prefix: 'f1-' } },
    { request: { url: '/fr/shop', language: 'fr' } },
    { origin: 'https://www.site.example' },
  ];
  expect(await renderings([{}, ...others])).toBe(5);
  expect(await renderings([{}], shown, () => [{}])).toBe(1);
});

for (const [what, part] of [
  ['with data of an API', { readsApi: true }],
  ['that is fresh for a while only', { freshFor: 1_000 }],
  ['without a text', { missingTexts: ['picks.title'] }],
  ['with old data', { kind: 'old-data' }],
] as const)
  test(`a fragment ${what} is rendered each time`, async () => {
    shownFrom = {};
    expect(await renderings([{}, {}], { ...shown, ...part } as Shown<RenderedView>)).toBe(2);
  });
