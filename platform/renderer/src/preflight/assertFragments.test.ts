import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { fragmentScripts } from '@site/shared/contract/release.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import type { FragmentHole } from '@site/shell/render/messages.ts';
import type { Failure, Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { assertFragments, fragmentsAlone, fragmentsIn } from './assertFragments.ts';

const shellWith = (modules: object) => ({ manifest: { name: 'shell', version: 'v1', modules } }) as unknown as Release;

const underTest = {
  manifest: { name: 'shop', version: 'v2', fragments: { cart: { module: './fragment-cart' } } },
} as unknown as Release;

const rendered = (html: string, missingTexts: readonly string[] = []) =>
  ({ kind: 'whole', status: 404, parts: { html }, missingTexts }) as unknown as Shown<RenderedView>;

/** Tries the fragment with a shell; returns the languages that it is rendered in. */
async function tried(
  outcome: Shown<RenderedView> | Failure,
  shell = shellWith({ [fragmentScripts]: {} }),
  fragments = fragmentsAlone(underTest),
) {
  const asked: string[] = [];
  const jobIn = () => ({ origin: '', registry: {}, routes: specifiedRoutesIn('en') });
  await assertFragments({ underTest, shell }, fragments, jobIn, async ({ job: { request, fragment } }) => {
    asked.push([fragment?.module, request.language, ...Object.values(fragment?.props ?? {})].join(' '));
    return outcome;
  });
  return asked;
}

test('each fragment of a version is rendered in every language before it is stored', async () => {
  const all = ['./fragment-cart en', './fragment-cart fr', './fragment-cart es'];
  expect(await tried(rendered('<p>Cart</p>'))).toEqual(all);
});

test.each([
  ['throws', { kind: 'threw', message: 'No cart.' } as const, 'threw: No cart.'],
  ['lacks a text', rendered('<p>cart.title</p>', ['shop:cart.title']), 'in no catalogue'],
  ['would end elements around it', rendered('</div></main>'), 'would end elements around it'],
])('a version is refused whose fragment %s', async (_, outcome, reason) => {
  const where = 'the fragment cart in "en" (./fragment-cart of shop@v2';
  await expect(tried(outcome)).rejects.toThrow(where);
  await expect(tried(outcome)).rejects.toThrow(reason);
});

test('a shell that shows no fragments, such as that of version 1.2.0, tries none', async () => {
  expect(await tried(rendered(''), shellWith({ '.': {} }))).toEqual([]);
});

test('it is tried with the values that pages of others give it, and not twice with the same ones', async () => {
  const holes = (...given: readonly object[]) =>
    given.map((props, index) => ({ id: String(index), name: 'cart', props })) as readonly FragmentHole[];
  const inPages = fragmentsIn(
    [
      { url: '/en/a', language: 'en', holes: holes({ sku: '1' }, {}) },
      { url: '/en/b', language: 'en', holes: holes({ sku: '2' }, { sku: '1' }) },
      { url: '/fr/a', language: 'fr', holes: [{ id: '1', name: 'other', props: {} }, ...holes({ sku: '3' })] },
    ],
    underTest,
  );
  const shell = shellWith({ [fragmentScripts]: {} });
  expect(await tried(rendered(''), shell, inPages)).toEqual([
    './fragment-cart en 1',
    './fragment-cart en',
    './fragment-cart en 2',
    './fragment-cart fr 3',
  ]);
  const throws = { kind: 'threw', message: 'No cart 1.' } as const;
  await expect(tried(throws, shell, inPages)).rejects.toThrow('the fragment cart as /en/a shows it');
});
