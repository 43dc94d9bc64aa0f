import { rollback } from '@site/releases/operations/promote.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { FaultyOrigin } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { nextExplore } from './releasedShop.ts';
import { expectRecommended, fragment, product } from './shopPages.ts';
import { expect, test } from './shopTest.ts';

const visitors = Array.from({ length: 40 }, (_, index) => `198.51.100.${index}`);

/** The release of Explore that a page has for a visitor, of which the nearest proxy forwards the address. */
async function exploreFor(shop: RunningSite, path: string, visitor = '198.51.100.0'): Promise<string | undefined> {
  const { status, body } = await ask(shop, path, { headers: { 'x-forwarded-for': visitor } });
  expect(status).toBe(200);
  return /data-remote="explore" data-release="([^"]+)"/.exec(body)?.[1];
}

/** The visitors whose product page has a release of Explore. */
async function visitorsOf(shop: RunningSite, release: string): Promise<readonly string[]> {
  const shown = await Promise.all(visitors.map(async (visitor) => [visitor, await exploreFor(shop, product, visitor)]));
  return shown.flatMap(([visitor = '', explore]) => (explore === release ? [visitor] : []));
}

test('one preview link shows a version in the pages of other teams', async ({ page, shop, store }) => {
  const live = await store.live('explore');
  await visit(page, `${product}?${previewQuery('explore', nextExplore)}`);
  await expect(page.locator('.preview-badge')).toContainText(`explore@${nextExplore}`);
  const heading = fragment(page, 'recommendations').getByRole('heading');
  await expect(heading).toHaveText(`Goes well with it [${nextExplore}]`);
  await page.locator('[data-variant="dart-blue"]').click();
  await expectRecommended(page, 'box-green', 'ray-blue');
  await expect(heading, 'its code runs in the tab').toHaveText(`Goes well with it [${nextExplore}]`);
  expect(await exploreFor(shop, product)).toBe(live);
});

test('a rollout shows its version to the same visitors on all pages, and counts who has seen it', async ({
  page,
  shop,
  store,
}) => {
  const live = await store.live('explore');
  await setRollout(new FolderStore(store.folder), 'explore', { version: nextExplore, share: 50 });
  await expect.poll(async () => (await visitorsOf(shop, nextExplore)).length).toBeGreaterThan(5);
  const chosen = await visitorsOf(shop, nextExplore);
  expect(chosen.length).toBeLessThan(35);
  // Nobody has opened a page of Explore: its part of Decide’s page counts.
  const views = async () => / (\d+) views, 0 failures/.exec((await store.run(['list'])).stdout)?.[1];
  await expect.poll(views).toBe(String(chosen.length));
  for (const visitor of visitors) {
    const expected = chosen.includes(visitor) ? nextExplore : live;
    for (const path of ['/en/shop', '/en/checkout/cart'])
      expect(await exploreFor(shop, path, visitor), path).toBe(expected);
  }
  await test.step('the owner gives it up, and an open tab works on with it', async () => {
    const [visitor = ''] = chosen;
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': visitor });
    await visit(page, product);
    await markDocument(page);
    await rollback(new FolderStore(store.folder), 'explore');
    await expect.poll(() => exploreFor(shop, product, visitor)).toBe(live);
    await page.locator('[data-variant="dart-blue"]').click();
    await expectRecommended(page, 'box-green', 'ray-blue');
    await fragment(page, 'mini-cart').getByRole('link').click();
    await page.getByRole('link', { name: 'Go to the order' }).click();
    await fragment(page, 'store-picker').getByRole('button', { name: 'Bethune' }).click();
    await expect(page.locator('#store')).toHaveValue('Bethune');
    expect(await isMarked(page)).toBe(true);
  });
});

test('a version under rollout whose fragment throws is taken back, and nobody sees the fallback', async ({
  shop,
  store,
}) => {
  const throwing = `(name === './fragment-recommendations' ? { ...page, component: () => { throw new Error('It broke.'); } } : page)`;
  const version = await addVariant(store.folder, 'explore', { server: { page: throwing } });
  await setRollout(new FolderStore(store.folder), 'explore', { version, share: 50 });
  const live = await store.live('explore');
  const takenBack = async () => {
    expect(await visitorsOf(shop, live)).toEqual(visitors);
    return (await store.run(['list'])).stdout;
  };
  await expect.poll(takenBack, { timeout: 40_000 }).toMatch(/taken back by 1 of 1 servers: .*It broke\./);
  expect(shop.output()).toContain(`SITE-ROLLOUT explore@${version} is taken back`);
});

test('the way back brings the earlier version to the pages of all teams at once', async ({ shop, store }) => {
  const live = await store.live('explore');
  await setLive(store.folder, 'explore', nextExplore, live);
  const pages = [product, '/en/checkout/cart'];
  const shown = () => Promise.all(pages.map((path) => exploreFor(shop, path)));
  await expect.poll(shown).toEqual([nextExplore, nextExplore]);
  await rollback(new FolderStore(store.folder), 'explore');
  await expect.poll(shown).toEqual([live, live]);
});

test('with ?boundaries, each part of a page has the name of its fragment, its remote, its version and its weight', async ({
  page,
  store,
}) => {
  await visit(page, `${product}?boundaries`);
  const labelOf = (element: Element) => getComputedStyle(element, '::before').content.replaceAll(/["+ ]/g, '');
  for (const [name, team] of [
    ['recommendations', 'explore'],
    ['add-to-cart', 'checkout'],
    ['mini-cart', 'checkout'],
  ] as const) {
    expect(await fragment(page, name).evaluate(labelOf)).toBe(name);
    const inside = fragment(page, name).locator('> [data-remote]');
    expect(await inside.evaluate(labelOf)).toBe(`${team}@${await store.live(team)}`);
    await expect(page.locator('.boundaries tr', { hasText: name })).toContainText(`${team}@${await store.live(team)}`);
  }
});

test('with one team’s files on a host of their own, its parts work on the pages of the others', async ({
  page,
  store,
  startOwnSite,
}) => {
  const elsewhere = await FaultyOrigin.start(store.folder);
  const version = await addVariant(store.folder, 'explore', { origin: elsewhere.address });
  await setLive(store.folder, 'explore', version);
  const site = await startOwnSite({ releases: store.folder, environment: { REMOTE_ORIGINS: elsewhere.address } });
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  await visit(page, `${site.origin}/en/checkout/order`);
  await fragment(page, 'store-picker').getByRole('button', { name: 'Bethune' }).click();
  await expect(page.locator('#store')).toHaveValue('Bethune');
  expect(loaded).toContain(`${elsewhere.address}/explore/${version}/web/remote.js`);
  await fragment(page, 'mini-cart').getByRole('link').click();
  await expectRecommended(page, 'dart-red', 'dart-blue');
  await elsewhere.stop();
});
