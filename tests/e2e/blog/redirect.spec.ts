import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { ask, between } from '@site/testkit/site/http.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { expect, test as siteTest } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { standInFor, visit } from '../support/visitor.ts';

/**
 * Each test has its own window: Playwright removes a stopped clock from a shared one in several steps, and a video's frame
 * that loads in between would find half a clock.
 */
const test = siteTest.extend({
  page: async ({ browser, watched }, use) => {
    const page = await browser.newPage();
    await watched.observe(page.context());
    await use(page);
    await page.context().close();
    expect(watched.complaints(), 'what the browser complained of').toEqual([]);
  },
});

const second = 1000;
const step = 100;

const countdownOf = (page: Page) => page.getByRole('timer');

/** Opens an article and pauses the clock; from then on, only the test advances it. */
async function visitInStoppedTime(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await visit(page, address);
  // A little in the future: a busy browser takes a while to pause.
  await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, second));
}

/** Advances the clock to the countdown's next tick, and returns the seconds left. */
async function runToNextTick(page: Page): Promise<number> {
  const before = await countdownOf(page).innerText();
  let now = before;
  for (let passed = 0; now === before && passed < 2 * second; passed += step) {
    await page.clock.runFor(step);
    now = await countdownOf(page).innerText();
  }
  return Number(now);
}

for (const language of languages) {
  const { redirect } = texts[language].blog;
  const [article] = news[language];

  test(
    `an article in ${language} shows its target, counts down ten seconds, and redirects`,
    firstTierIf(language === 'en'),
    async ({ page, watched }) => {
      await standInFor(new URL(article.link).origin, page, watched);
      await visitInStoppedTime(page, addresses[language].article);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title);
      await expect(page.getByText(redirect.explanation.article)).toBeVisible();
      await expect(page.getByRole('link', { name: article.link })).toHaveAttribute('href', article.link);
      await expect(countdownOf(page)).toBeVisible();
      const left = await runToNextTick(page);
      expect(left).toBeLessThan(10);
      await page.clock.runFor((left - 1) * second);
      await expect(countdownOf(page)).toHaveText('1');
      await expect(page).toHaveURL(addresses[language].article);
      await page.clock.runFor(second);
      await expect(page).toHaveURL(article.link);
    },
  );
}

test('the countdown starts at ten', async ({ site }) => {
  const { body } = await ask(site, addresses.en.article);
  expect(between(body, /role="timer"[^>]*>/, /<\/div>/)).toContain('>10<');
});

test('a visitor who goes back to the blog is not redirected', secondTier, async ({ page }) => {
  await visitInStoppedTime(page, addresses.en.article);
  await page.getByRole('link', { name: texts.en.blog.redirect.back }).click();
  await expect(async () => {
    // The page waits for a frame, which a stopped clock doesn't have.
    await page.clock.runFor(step);
    await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible({
      timeout: step,
    });
  }).toPass();
  await page.clock.runFor(20 * second);
  await expect(page).toHaveURL(addresses.en.blog);
});

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
  [390, 844],
] as const)
  test(
    `in a window of ${width} × ${height} pixels, “Open the article now” is in view while the time runs`,
    firstTierIf(width === 1280),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await visitInStoppedTime(page, addresses.en.article);
      const open = page.getByRole('link', { name: texts.en.blog.redirect.goNow.article });
      await expect(open).toBeInViewport({ ratio: 1 });
    },
  );

test('a visitor at 400 % zoom finds “Stay on this page” first, in the first window', secondTier, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await visitInStoppedTime(page, addresses.en.article);
  const stay = page.getByRole('button', { name: texts.en.blog.redirect.stay });
  await expect(stay).toBeInViewport({ ratio: 1 });
  expect((await stay.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('main').focus();
  await page.keyboard.press('Tab');
  await expect(stay).toBeFocused();
  await page.keyboard.press('Escape');
  await page.clock.runFor(30 * second);
  await expect(page).toHaveURL(addresses.en.article);
});

test('each key, press and focus gives the visitor ten seconds more, and the first announcement says how to stay', async ({
  page,
  watched,
}) => {
  const [article] = news.en;
  await standInFor(new URL(article.link).origin, page, watched);
  await page.addInitScript(() => {
    const heard: (string | null | undefined)[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => heard.push(document.querySelector('main [role="status"]')?.textContent)).observe(
      document,
      { childList: true, subtree: true, characterData: true },
    );
  });
  await visitInStoppedTime(page, addresses.en.article);
  const left = await runToNextTick(page);
  await page.clock.runFor((left - 1) * second);
  await expect(countdownOf(page)).toHaveText('1');
  const heard = await page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard.join('\n'));
  expect(heard).toContain(texts.en.blog.redirect.howToStay);
  for (const act of [
    () => page.keyboard.press('ArrowDown'),
    () => page.getByRole('heading', { level: 1 }).click(),
    // Not a link of the site: its page would be prepared, and time out in the seconds that the clock skips.
    () => page.getByRole('button', { name: texts.en.blog.redirect.stay }).focus(),
  ]) {
    await act();
    await page.clock.runFor(10 * second);
    await expect(countdownOf(page)).toHaveText('1');
    await expect(page).toHaveURL(addresses.en.article);
  }
  await page.clock.runFor(second);
  await expect(page).toHaveURL(article.link);
});

test('a visitor who comes back from the article is not redirected again', secondTier, async ({ page, watched }) => {
  const [article] = news.en;
  await standInFor(new URL(article.link).origin, page, watched);
  await visit(page, addresses.en.article);
  await page.getByRole('link', { name: texts.en.blog.redirect.goNow.article }).click();
  await expect(page).toHaveURL(article.link);
  await page.goBack();
  await expect(page.getByRole('region', { name: texts.en.blog.redirect.stayed })).toBeVisible();
});

test('a visitor who chooses to stay is not redirected, and can still follow the link', async ({ page }) => {
  await visitInStoppedTime(page, addresses.en.article);
  await page.getByRole('button', { name: texts.en.blog.redirect.stay }).click();
  await page.clock.runFor(20 * second);
  await expect(page).toHaveURL(addresses.en.article);
  await expect(countdownOf(page)).toBeHidden();
  await expect(page.getByRole('region', { name: texts.en.blog.redirect.stayed })).toBeFocused();
  await expect(page.getByRole('link', { name: texts.en.blog.redirect.goNow.article })).toHaveAttribute(
    'href',
    news.en[0].link,
  );
});

test('a video article shows its video beside the countdown', async ({ page }) => {
  const video = news.fr.find(({ type }) => type === 'youtube');
  await visit(page, `/fr/blog/${video?.slug}`);
  const id = new URL(video?.url_video ?? '').searchParams.get('v');
  await expect(page.locator('iframe')).toHaveAttribute('src', `https://www.youtube-nocookie.com/embed/${id}`);
  await expect(countdownOf(page)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser redirects after ten seconds, and a link leads to the target', async ({ page }) => {
    await page.goto(addresses.en.article);
    const refresh = page.locator('noscript meta[http-equiv="refresh"], head meta[http-equiv="refresh"]');
    await expect(refresh).toHaveAttribute('content', `10; url=${news.en[0].link}`);
    await expect(page.getByRole('link', { name: texts.en.blog.redirect.goNow.article })).toHaveAttribute(
      'href',
      news.en[0].link,
    );
  });

  test('a visitor who chooses to stay is not redirected', async ({ page }) => {
    await page.goto(addresses.en.article);
    await page.getByRole('button', { name: texts.en.blog.redirect.stay }).click();
    await expect(page.getByRole('region', { name: texts.en.blog.redirect.stayed })).toBeVisible();
    await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
  });
});
