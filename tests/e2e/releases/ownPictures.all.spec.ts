import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { failedResource } from '../support/test.ts';
import { expect, test } from './eventsTest.ts';

const path = '/en/events/venue';

/** The photographs that a tab loads. */
function picturesIn(tab: Page): readonly string[] {
  const pictures: string[] = [];
  tab.on('response', (response) => {
    const [, name] = /\/art\/(\w+)\.\w+\.(?:avif|webp|jpg)$/.exec(response.url()) ?? [];
    if (name !== undefined) pictures.push(`${name} ${response.status()} ${response.headers()['content-type']}`);
  });
  return pictures;
}

/** Runs in the page: how much has moved so far. */
function shifted(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}

const screens = [
  { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, shown: 780 },
  { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, shown: 1560 },
];

for (const { shown, ...screen } of screens)
  test(`in a window of ${screen.viewport.width}, a photograph is loaded ${shown} pixels wide, upright and without its place, and one far below when it is near`, async ({
    events: { origin },
    watched,
    browser,
  }) => {
    // Machines of tests lack the fonts that are as wide as the site's.
    watched.allow(failedResource);
    const context = await browser.newContext({ ...screen, reducedMotion: 'reduce', baseURL: origin });
    await watched.observe(context);
    const tab = await context.newPage();
    const pictures = picturesIn(tab);
    await tab.route('**/*.woff2', (route) => route.abort());
    const { promise: wanted, resolve: startPictures } = Promise.withResolvers<void>();
    await tab.route('**/*.avif', (route) => wanted.then(() => route.continue()));
    await tab.goto(path, { waitUntil: 'domcontentloaded' });
    const image = tab.locator('img[data-color]').first();
    await expect(image).toHaveCSS('background-color', /^rgb\((?:159|16[01]), 6[345], 3[123]\)$/);
    startPictures();
    await expect.poll(() => pictures).toEqual(['hall 200 image/avif']);
    const loaded = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
    const file = Buffer.from(await (await fetch(loaded)).arrayBuffer());
    const { format, width, height, exif } = await sharp(file).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'heif',
      width: shown,
      height: Math.round((shown * 1600) / 2400),
      exif: undefined,
    });
    await image.evaluate((element: HTMLImageElement) => element.decode());
    expect(await tab.evaluate(shifted)).toBeLessThanOrEqual(0.01);
    await tab.locator('img[data-color]').last().scrollIntoViewIfNeeded();
    await expect.poll(() => pictures).toEqual(['hall 200 image/avif', 'cellar 200 image/avif']);
    expect(watched.complaints()).toEqual([]);
    await context.close();
  });

test('a photograph is there without scripts', async ({ events: { origin }, watched, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  await watched.observe(context);
  const tab = await context.newPage();
  const pictures = picturesIn(tab);
  await tab.goto(path);
  await expect.poll(() => pictures).toContain('hall 200 image/avif');
  expect(watched.complaints()).toEqual([]);
});

test('a picture of the team’s API is shown from the site, also without scripts, and what isn’t one stays away', async ({
  events: { origin },
  watched,
  browser,
}) => {
  await expect.poll(async () => (await fetch(origin + path)).text()).toContain('/pictures/events/photos/door.webp');
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
    await watched.observe(context);
    const tab = await context.newPage();
    await tab.goto(path);
    const image = tab.getByAltText('A door');
    const space = await image.boundingBox();
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(300);
    expect(await image.boundingBox()).toMatchObject({ width: space?.width, height: space?.height });
    await context.close();
  }
  const { status, headers } = await fetch(`${origin}/pictures/events/photos/door.webp`);
  expect([
    status,
    headers.get('content-type'),
    headers.get('x-content-type-options'),
    headers.get('set-cookie'),
  ]).toEqual([200, 'image/webp', 'nosniff', null]);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const hostile of ['page.png', 'drawing.svg'])
    expect((await fetch(`${origin}/pictures/events/photos/${hostile}`)).status).toBe(503);
  expect((await fetch(`${origin}/pictures/events/photos/..%2fentries.json`)).status).toBe(404);
  expect(watched.complaints()).toEqual([]);
});
