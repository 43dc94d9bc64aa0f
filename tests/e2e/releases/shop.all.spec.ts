import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeManifest } from '@site/testkit/releases/fixtures.ts';
import { Crowd } from '@site/testkit/site/Crowd.ts';
import { setLive } from '@site/testkit/site/faults/variant.ts';
import { copyProject } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { siteProgram, startProgram } from '@site/testkit/site/program.ts';
import { changeFile } from '@site/testkit/site/ReleaseStore.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { findEngine } from '../engines/startEngine.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { addTeams, compileTeam, grantFragments, nextExplore, owners } from './releasedShop.ts';
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
  const given = (team: string) => grantFragments(store, { ...owners, recommendations: team });
  expect(await given('decide')).toContain('which the policy gives to decide, and no live release of decide offers');
  expect(await given('inspire')).not.toContain('shows the fragment');
  await expect.poll(async () => (await ask(shop, product)).body).toContain('data-ideas="dart-red"');
  const { body } = await ask(shop, product);
  expect(body).toContain(`data-release="${decide}"`);
  expect(body).not.toContain('data-remote="explore"');
});

test('teams know of each other what they use: in the editor, when they publish, and by the doctor', async ({
  store,
}) => {
  test.setTimeout(5 * 60_000);
  const project = await copyProject();
  const settings = { ...sharedSettings(store.folder), DATA_DIR: join(project, '.data') };
  const site = async (...parameters: readonly string[]) => {
    const program = startProgram(siteProgram, parameters, settings, project);
    return { code: await program.exited, output: program.output() };
  };
  const publish = async (team: string, version: string, change: Parameters<typeof changeManifest>[1]) => {
    const folder = await store.buildVariant(team, version);
    await changeManifest(folder, change);
    return await site('publish', team, '--folder', folder, '--no-browser');
  };
  const liveOf = async (team: string) => `${team}@${await store.live(team)} (live since `;
  try {
    await addTeams(project, ['explore', 'decide', 'checkout']);
    const page = join(project, 'remotes/explore/src/pages/shop/ShopPage.tsx');
    const types = join(project, 'remotes/explore/src/site.d.ts');
    const code = await readFile(page, 'utf8');
    const compiled = async (before: string, ...elements: readonly string[]) => {
      const changed = code
        .replace('<KiteList kites={kites} />', elements.join(''))
        .replace('  const { t }', `${before}$&`);
      await writeFile(page, changed.replace('{ PageHeader,', '{ emit, Fragment, PageHeader, useSiteEvent,'));
      return await compileTeam(project, 'explore').catch(String);
    };
    await test.step('what other teams offer compiles once it is declared, and what they don’t offer doesn’t', async () => {
      await expect(compileTeam(project, 'explore')).rejects.toThrow('"product"');
      expect(await site('types', 'explore')).toMatchObject({ code: 0, output: expect.stringContaining('is written') });
      await site('types', 'decide', 'checkout');
      for (const team of ['decide', 'checkout']) await compileTeam(project, team);
      const { mtimeMs } = await stat(types);
      expect((await site('types', 'explore')).output).toContain('remotes/explore/src/site.d.ts is up to date.');
      expect((await stat(types)).mtimeMs).toBe(mtimeMs);
      const told = "emit('explore:store-chosen', { store: 'Bethune' });";
      const heard = "useSiteEvent('checkout:cart-updated', ({ count }) => count.toFixed());";
      expect(await compiled(told + heard, '<Fragment name="add-to-cart" props={{ sku: "A" }} />')).toBe('');
      const wrong = await compiled(
        told.replace("'Bethune'", '1') + heard.replace('{ count }', '{ sum }'),
        '<Fragment name="add-to-cart" props={{ skus: "A" }} />',
        '<Fragment name="mini-cart" props={{ sku: "A" }} />',
      );
      for (const error of [
        "'number' is not assignable to type 'string'",
        "'sum' does not exist",
        "'skus' does not exist",
        "'string' is not assignable to type 'never'",
      ])
        expect(wrong).toContain(error);
    });
    await test.step('a fragment that fails with what a live page gives it is refused, with the page', async () => {
      const folder = await store.buildVariant('explore', 'dddddddddddd');
      const broken = (text: string) => text.replace('kites.filter(goesWith)', 'kites.none(goesWith)');
      await changeFile(folder, 'server/remote.cjs', broken);
      const { code: refused, output } = await site('publish', 'explore', '--folder', folder, '--no-browser');
      expect(refused).toBe(1);
      expect(output).toMatch(
        /RELEASE-PREFLIGHT the fragment recommendations as \/en\/product\/\w+ shows it \(.*kites\.none is not a function/s,
      );
    });
    await test.step('who drops something learns which live releases use it', async () => {
      const { code: published, output } = await publish(
        'explore',
        'aaaaaaaaaaaa',
        ({ fragments: _, emits: __, ...rest }) => rest,
      );
      expect({ published, output }).toMatchObject({ published: 0 });
      expect(output).toContain('explore no longer offers the fragment "recommendations"');
      for (const team of ['decide', 'checkout']) expect(output).toContain(await liveOf(team));
      expect(output).toContain('explore no longer emits "explore:store-chosen", which others may listen to');
    });
    const wrong = { uses: { 'add-to-cart': ['skus'], wishes: [] }, listens: ['explore:gone'] };
    await test.step('who gives a fragment what it doesn’t take can’t publish, before any visitor sees it', async () => {
      const { code: refused, output } = await publish('decide', 'bbbbbbbbbbbb', (manifest) => ({
        ...manifest,
        ...wrong,
      }));
      expect(refused).toBe(1);
      expect(output).toContain(
        'RELEASE-FRAGMENT decide@bbbbbbbbbbbb gives the fragment "add-to-cart" the value "skus".',
      );
      const { uses, listens } = { ...wrong, uses: { wishes: [] } };
      const noted = await publish('decide', 'cccccccccccc', (manifest) => ({ ...manifest, uses, listens }));
      expect(noted).toMatchObject({ code: 0, output: expect.stringContaining('shows the fragment "wishes"') });
      expect(noted.output).toContain('listens to "explore:gone", which no live release emits');
    });
    await test.step('the list says what each team offers, and the doctor what is missing', async () => {
      expect((await site('list')).output).toContain('  offers: add-to-cart, mini-cart\n');
      expect((await site('doctor')).output).toContain('what is live has all that it uses of others');
      await setLive(store.folder, 'explore', 'aaaaaaaaaaaa', await store.live('explore'));
      const { code: found, output } = await site('doctor');
      expect(found).toBe(1);
      expect(output).toContain('shows the fragment "recommendations", which the policy gives to explore');
      expect(output).toContain('listens to "explore:store-chosen", which no live release emits');
    });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
});
