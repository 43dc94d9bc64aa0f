import { join } from 'node:path';
import { serverLimits } from '@site/server/limits.ts';
import { beaconPath } from '@site/shared/contract/beacon.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { changeFile } from '@site/testkit/site/ReleaseStore.ts';
import { visit } from '../support/visitor.ts';
import { complaintsOfFault, faultsOf } from './faultTest.ts';
import { expectRecommended, fragment, inCart, product } from './shopPages.ts';
import { expect, test } from './shopTest.ts';

/** What a release of Explore does in its recommendations. */
const inRecommendations = (page: string) => `(name === './fragment-recommendations' ? ${page} : page)`;

interface BrokenFragment {
  readonly does: string;
  readonly page: string;
  readonly code: string;
}

const broken: readonly BrokenFragment[] = [
  {
    does: 'throws',
    page: '({ ...page, component: () => { throw new Error("render"); } })',
    code: 'RENDER-THREW',
  },
  { does: 'loops', page: '({ ...page, component: () => { for (;;); } })', code: 'RENDER-TIMEOUT' },
  { does: 'hangs', page: '({ ...page, load: () => new Promise(() => {}) })', code: 'RENDER-TIMEOUT' },
  { does: 'is no fragment', page: '({})', code: 'RENDER-THREW' },
];

/** A page times out after a limit of CPU time, which takes longer to pass on a busy machine. */
const whenGivenUp = { timeout: 40_000 };

for (const { does, page, code } of broken)
  test(`while Explore’s fragment ${does}, its earlier release stands in, then the fallback, and the page stays whole`, async ({
    shop,
    store,
  }) => {
    const { folder } = store;
    const good = await store.live('explore');
    const bad = await addVariant(folder, 'explore', { server: { page: inRecommendations(page) } });
    const show = async () => {
      const { status, body } = await ask(shop, product);
      expect(status).toBe(200);
      expect(body, 'its own part, and those of others').toMatch(/<h1.*The Dart.*Add to cart.*<\/footer>/s);
      return body;
    };
    await test.step('the earlier release stands in', async () => {
      await setLive(folder, 'explore', bad, good);
      await expect.poll(async () => (await ask(shop, '/live.json')).body).toContain(bad);
      await expect.poll(show, whenGivenUp).toContain(`data-remote="explore" data-release="${good}"`);
      await expect.poll(() => faultsOf(folder, 'explore', bad), whenGivenUp).toMatchObject([{ code }]);
    });
    await test.step('the fallback', async () => {
      await setLive(folder, 'explore', bad);
      await expect.poll(show, whenGivenUp).toContain('data-fallback="recommendations"');
    });
    for (const team of ['decide', 'checkout'] as const)
      expect(await faultsOf(folder, team, await store.live(team)), team).toEqual([]);
    expect(await faultsOf(folder, 'explore', good)).toEqual([]);
  });

test('HTML of a fragment that would end the page around it is refused as a fault of its release', async ({
  shop,
  store,
}) => {
  const hostile = `({ ...page, component: (props) => ({
    ...page.component(props),
    props: { dangerouslySetInnerHTML: { __html: '</aside></div></div></main><h1>Hostile</h1>' } },
  }) })`;
  const bad = await addVariant(store.folder, 'explore', { server: { page: inRecommendations(hostile) } });
  await setLive(store.folder, 'explore', bad);
  await expect.poll(async () => (await ask(shop, product)).body).toContain('data-fallback="recommendations"');
  const { status, body } = await ask(shop, product);
  expect([status, body.includes('Hostile'), body.includes('Add to cart')]).toEqual([200, false, true]);
  await expect
    .poll(() => faultsOf(store.folder, 'explore', bad))
    .toContainEqual(
      expect.objectContaining({ code: 'RENDER-THREW', message: expect.stringContaining('end elements around it') }),
    );
});

test('a fragment that its owner no longer offers leaves the fallback, without a fault', async ({ shop, store }) => {
  const bad = await addVariant(store.folder, 'explore', { manifest: { fragments: {} } });
  await setLive(store.folder, 'explore', bad);
  await expect.poll(async () => (await ask(shop, product)).body).toContain('data-fallback="recommendations"');
  expect((await ask(shop, product)).status).toBe(200);
  expect((await ask(shop, '/en/checkout/order')).body).toContain('data-fallback="store-picker"');
});

test('a page that gives a fragment what it doesn’t take shows the fallback, and its own team is told', async ({
  shop,
  store,
}) => {
  const { folder } = store;
  const bad = await addVariant(folder, 'decide', {});
  await changeFile(join(folder, 'decide', bad), 'server/remote.cjs', (code) => code.replaceAll('skus:', 'skuz:'));
  await setLive(folder, 'decide', bad);
  await expect.poll(async () => (await ask(shop, product)).body).toContain(`data-release="${bad}"`);
  const { status, body } = await ask(shop, product);
  expect(status).toBe(200);
  expect(body).toContain('data-fallback="recommendations"');
  expect(body).toContain('Add to cart');
  expect(await faultsOf(folder, 'explore', await store.live('explore'))).toEqual([]);
  await expect
    .poll(() => faultsOf(folder, 'decide', bad))
    .toContainEqual(
      expect.objectContaining({ code: 'RENDER-PROPS', message: expect.stringContaining('which it doesn’t take') }),
    );
});

test('a fragment that throws in browsers stays as the server rendered it, and its owner has the fault', async ({
  page,
  shop,
  store,
  watched,
}) => {
  watched.allow(complaintsOfFault);
  const { folder } = store;
  const throwing = '({ ...page, component: () => { throw new Error("of Ada Lovelace"); } })';
  const bad = await addVariant(folder, 'explore', { browser: { page: inRecommendations(throwing) } });
  await setLive(folder, 'explore', bad);
  await expect.poll(async () => (await ask(shop, product)).body).toContain(`data-release="${bad}"`);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url() === shop.origin + beaconPath) reports.push(request.postData() ?? '');
  });
  await visit(page, product);
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  await expectRecommended(page, 'box-sand', 'ray-red');
  await fragment(page, 'add-to-cart').getByRole('button').click();
  await expect(inCart(page)).toHaveText('1');
  await page.locator('[data-variant="dart-blue"]').click();
  await expect(page.locator('svg[data-shown]'), 'the page’s own part works').toHaveAttribute('data-shown', 'dart-blue');
  const failures = reports.map((report) => JSON.parse(report).failure).filter(Boolean);
  expect(failures[0]).toMatchObject({ remote: 'explore', release: bad });
  expect(new Set(failures.map(({ remote }) => remote))).toEqual(new Set(['explore']));
  const headers = { 'content-type': 'text/plain' };
  for (let visitor = 0; visitor < serverLimits.browserFailures.enough; visitor += 1)
    await ask(shop, beaconPath, { method: 'POST', headers, body: JSON.stringify({ failure: failures[0] }) });
  await expect.poll(() => faultsOf(folder, 'explore', bad)).toMatchObject([{ code: 'BROWSER-FAILED' }]);
});
