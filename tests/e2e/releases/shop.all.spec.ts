import { Crowd } from '@site/testkit/site/Crowd.ts';
import { setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { findEngine } from '../engines/startEngine.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { grantFragments, nextExplore, owners } from './releasedShop.ts';
import { expectRecommended, fragment, inCart, product, recommended } from './shopPages.ts';
import { expect, test } from './shopTest.ts';

const threeTeams = ['explore', 'decide', 'checkout'] as const;

/** The release that a team's part of the product page comes from. */
const releaseIn = async (shop: RunningSite, team: string) =>
  new RegExp(`data-remote="${team}" data-release="([^"]+)"`).exec((await ask(shop, product)).body)?.[1];

/** Runs in the page: how much has moved so far. */
function shifted(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}

for (const [language, add] of [
  ['en', 'Add to cart'],
  ['fr', 'Ajouter au panier'],
  ['es', 'Añadir al carrito'],
] as const)
  test(`without scripts, each page has the parts of all teams, in ${language}`, async ({ shop, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.origin });
    const page = await context.newPage();
    await page.goto(`/${language}/product/dart?sku=dart-blue`);
    await expect(fragment(page, 'add-to-cart').getByRole('button')).toHaveText(add);
    await expectRecommended(page, 'box-green', 'ray-blue');
    await expect(inCart(page)).toHaveText('0');
    const owners = await page
      .locator('[data-remote]')
      .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).dataset.remote));
    expect(owners.toSorted()).toEqual(['checkout', 'checkout', 'decide', 'explore']);
    await fragment(page, 'mini-cart').getByRole('link').click();
    await expect(page).toHaveURL(`/${language}/checkout/cart`);
    await expect(recommended(page)).toHaveCount(2);
    await page.goto(`/${language}/checkout/order`);
    await expect(fragment(page, 'store-picker').getByRole('button')).toHaveText(['London', 'Bethune', 'Barcelona']);
    await context.close();
  });

test('parts of different teams tell each other what happens', async ({ page }) => {
  await visit(page, product);
  await markDocument(page);
  await expectRecommended(page, 'box-sand', 'ray-red');
  await test.step('another variant, other recommendations', async () => {
    await page.locator('[data-variant="dart-blue"]').click();
    await expect(page).toHaveURL(`${product}?sku=dart-blue`);
    await expectRecommended(page, 'box-green', 'ray-blue');
  });
  await test.step('what is put into the cart is in the mini cart', async () => {
    for (const count of ['1', '2']) {
      await fragment(page, 'add-to-cart').getByRole('button').click();
      await expect(inCart(page)).toHaveText(count);
    }
  });
  await test.step('a recommendation leads in place to the next product, with its parts, and the mini cart stays', async () => {
    await recommended(page).first().getByRole('link').click();
    await expect(page).toHaveURL('/en/product/box?sku=box-green');
    await expectRecommended(page, 'dart-blue', 'ray-blue');
    await expect(inCart(page)).toHaveText('2');
    await fragment(page, 'add-to-cart').getByRole('button').click();
    await expect(inCart(page)).toHaveText('3');
  });
  await test.step('the cart has what is in it, and what goes with it', async () => {
    await fragment(page, 'mini-cart').getByRole('link').click();
    await expect(page.locator('[data-in-cart]')).toHaveText(['dart-blue', 'box-green']);
    await expectRecommended(page, 'ray-blue');
  });
  await test.step('the chosen store is in the form', async () => {
    await page.getByRole('link', { name: 'Go to the order' }).click();
    await fragment(page, 'store-picker').getByRole('button', { name: 'Bethune' }).click();
    await expect(page.locator('#store')).toHaveValue('Bethune');
    await expect(inCart(page)).toHaveText('3');
  });
  await test.step('the way back', async () => {
    await page.goBack();
    await expectRecommended(page, 'ray-blue');
    await page.goBack();
    await expectRecommended(page, 'dart-blue', 'ray-blue');
  });
  expect(await isMarked(page), 'all in one document').toBe(true);
});

test('nothing moves while the parts of a page become interactive, with something in the cart', async ({ page }) => {
  for (const width of [390, 1280]) {
    const expectStill = async (path: string, count: string) => {
      await visit(page, path);
      await expect(inCart(page)).toHaveText(count);
      expect(await page.evaluate(shifted), `${path}, ${width} pixels`).toBeLessThanOrEqual(0.01);
    };
    await page.setViewportSize({ width, height: 900 });
    // What is in the cart only the browser knows: with something in it, this page grows by that.
    await expectStill('/en/checkout/cart', '0');
    await expectStill(product, '0');
    await fragment(page, 'add-to-cart').getByRole('button').click();
    await expectStill(product, '1');
    await expectStill('/en/checkout/order', '1');
    await page.evaluate(() => localStorage.clear());
  }
});

test('a page that asks for other recommendations before they are hydrated gets those', async ({ page }) => {
  await visit(page, product);
  await fragment(page, 'add-to-cart').getByRole('button').click();
  await visit(page, '/en/checkout/cart');
  await expectRecommended(page, 'box-sand', 'ray-red');
});

for (const engine of ['firefox', 'webkit'] as const)
  test(`the parts of all teams work together in ${engine}`, async ({ shop }, testInfo) => {
    const start = await findEngine(engine);
    testInfo.skip(!start, `${engine} is not on this machine.`);
    if (!start) return;
    const { visitor, close } = await start({ origin: shop.origin, dark: false, javaScript: true });
    const sees = (selector: string, text: string) =>
      visitor.until(async () => (await visitor.text(selector)) === text, `${selector} is ${text}`);
    try {
      await visitor.resize(1280, 900);
      await visitor.visit(product);
      await visitor.mark();
      await visitor.press('[data-variant="dart-blue"]');
      await sees('[data-fragment="recommendations"] li', 'Box, green');
      await visitor.press('[data-fragment="add-to-cart"] button');
      await sees('[data-fragment="mini-cart"] output', '1');
      await visitor.press('[data-fragment="mini-cart"] a');
      await sees('[data-in-cart]', 'dart-blue');
      await visitor.press('main a', 'Go to the order');
      await visitor.press('[data-fragment="store-picker"] button', 'Bethune');
      await visitor.until(() =>
        visitor.evaluate(() => document.querySelector<HTMLInputElement>('#store')?.value === 'Bethune'),
      );
      expect(await visitor.isMarked(), 'all in one document').toBe(true);
      expect(await visitor.complaints()).toEqual([]);
    } finally {
      await close();
    }
  });

test('under load, a release of one team changes its parts alone, and no request fails', async ({ shop, store }) => {
  const paths = [product, '/en/checkout/cart', '/en/checkout/order', '/en/shop', '/en/product/ray'];
  const crowd = new Crowd([shop.origin], (number) => ({ path: paths[number % paths.length] ?? '', status: 200 }));
  crowd.come(3);
  const releases = async () =>
    Object.fromEntries(await Promise.all(threeTeams.map(async (team) => [team, await releaseIn(shop, team)])));
  const before = await releases();
  await setLive(store.folder, 'explore', nextExplore, await store.live('explore'));
  await expect.poll(releases).toEqual({ ...before, explore: nextExplore });
  expect((await ask(shop, product)).body).toContain(`Goes well with it [${nextExplore}]`);
  await crowd.leave();
  expect(crowd.failures).toEqual([]);
  expect(crowd.answered).toBeGreaterThan(0);
});

test('the owner gives a fragment to another team without a release of those who show it', async ({ shop, store }) => {
  const decide = await store.live('decide');
  expect(await releaseIn(shop, 'decide')).toBe(decide);
  await grantFragments(store, { ...owners, recommendations: 'inspire' });
  await expect.poll(async () => (await ask(shop, product)).body).toContain('data-ideas="dart-red"');
  const { body } = await ask(shop, product);
  expect(body).toContain(`data-release="${decide}"`);
  expect(body).not.toContain('data-remote="explore"');
});
