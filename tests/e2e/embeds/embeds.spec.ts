import type { Locator, Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

const videoHost = 'https://www.youtube-nocookie.com';
const mapHost = 'https://www.openstreetmap.org';

/** Expects a frame that shows our own drawing, with a link to load the third party's content. */
async function expectFacade(frame: Locator, host: string): Promise<void> {
  await expect(frame).toHaveAttribute('title', /\S{3}/);
  await expect(frame).toHaveAttribute('src', new RegExp(`^${RegExp.escape(host)}/`));
  await expect(frame.contentFrame().locator('img'), 'our own drawing').toBeVisible();
  await expect(frame.contentFrame().locator('a')).toHaveAttribute('href', (await frame.getAttribute('src')) ?? '');
}

/** Expects that nothing but a small link lies over the map, once it is there. */
async function expectUncovered(page: Page, hasScripts: boolean): Promise<void> {
  const { map } = texts.en.contact.contact;
  if (hasScripts) {
    await expect(page.getByText(map.text)).toBeHidden();
    await expect(page.getByRole('link', { name: map.larger })).toHaveAttribute('href', /openstreetmap\.org\/\?mlat=/);
    return;
  }
  const [frame, label] = [await page.locator('iframe').boundingBox(), await page.getByText(map.text).boundingBox()];
  expect(label?.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0) - 1);
}

for (const language of languages) {
  test(
    `the videos and the map of the ${language} site contact no third party until the visitor asks`,
    firstTierIf(language === 'en'),
    async ({ page }) => {
      await visit(page, addresses[language].blog);
      const videos = page.locator('iframe');
      for (const video of await videos.all()) {
        await video.scrollIntoViewIfNeeded();
        await expectFacade(video, videoHost);
      }
      await visit(page, addresses[language].contact);
      const map = page.locator('iframe');
      await map.scrollIntoViewIfNeeded();
      await expectFacade(map, mapHost);
      // Any request to a third party fails this test when it ends.
    },
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'when the visitor asks' : 'without JavaScript, when the visitor asks', () => {
    test.use({ javaScriptEnabled });

    test(
      'a video loads into its frame from the host without cookies',
      firstTierIf(javaScriptEnabled),
      async ({ page, watched }) => {
        watched.allow(/youtube-nocookie/);
        await page.goto(addresses.en.blog);
        const [asked] = await Promise.all([
          page.waitForRequest((request) => request.url().startsWith(videoHost)),
          page.locator('iframe').first().contentFrame().getByRole('link').click(),
        ]);
        expect(asked.isNavigationRequest()).toBe(true);
        expect(asked.frame()).not.toBe(page.mainFrame());
        await expect(page).toHaveURL(addresses.en.blog);
      },
    );

    test('the keyboard meets one “Load the map”', firstTierIf(javaScriptEnabled), async ({ page }) => {
      await page.goto(addresses.en.contact);
      const { map } = texts.en.contact.contact;
      await expect(page.locator('iframe').contentFrame().getByRole('link', { name: map.load })).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('link', { name: map.load })).toHaveAttribute('tabindex', '-1');
    });

    test(
      'the drawing and the button beside it load the map into its frame',
      firstTierIf(!javaScriptEnabled),
      async ({ page, watched }) => {
        watched.allow(/openstreetmap/);
        const { map } = texts.en.contact.contact;
        for (const press of [
          () => page.locator('iframe').contentFrame().locator('a').click(),
          () => page.getByRole('main').getByRole('link', { name: map.load }).click(),
        ]) {
          await page.goto(addresses.en.contact);
          const [asked] = await Promise.all([
            page.waitForRequest((request) => request.url().startsWith(mapHost)),
            press(),
          ]);
          expect(asked.frame()).not.toBe(page.mainFrame());
          await expect(page).toHaveURL(addresses.en.contact);
          await expectUncovered(page, javaScriptEnabled);
        }
      },
    );
  });
}
