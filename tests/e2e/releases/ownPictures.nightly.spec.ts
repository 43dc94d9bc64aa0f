import type { Page } from '@playwright/test';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import sharp from 'sharp';
import { expect, test } from '../support/serverTest.ts';

/** Most of the time is npm's. */

const page = 'src/pages/events/EventsPage.tsx';

const imports = `import { Picture } from '@site/shared';
import roof from './roof.jpg';
import cellar from './cellar.jpg';
import styles from './EventsPage.module.css';
`;

const content = `        <Picture source={roof} alt="" sizes="100vw" priority />
        <Picture source={cellar} alt="" sizes="100vw" className={styles.far} />
`;

/** A photograph on its side, with the place where it was taken. */
const photograph = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 2400, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** What a tab loads, and what its browser complains about. */
function watch(tab: Page) {
  const pictures: string[] = [];
  const problems: string[] = [];
  tab.on('response', (response) => {
    const [, name] = /\/art\/(\w+)\.\w+\.(?:avif|webp|jpg)$/.exec(response.url()) ?? [];
    if (name !== undefined) pictures.push(`${name} ${response.status()} ${response.headers()['content-type']}`);
  });
  tab.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('.woff2')) problems.push(message.text());
  });
  tab.on('pageerror', ({ message }) => problems.push(message));
  return { pictures, problems };
}

/** Runs in the page: how much has moved so far. */
function shifted(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s photographs are published upright and without their place, and each browser loads the width that it shows, also without scripts', async ({
  startOwnSite,
  browser,
}) => {
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const site = await startOwnSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  await team.write('src/pages/events/roof.jpg', await photograph('#a04020'));
  await team.write('src/pages/events/cellar.jpg', await photograph('#203040'));
  await team.write('src/pages/events/EventsPage.module.css', '.far {\n  margin-block-start: 8000px;\n}\n');
  await team.change(page, (code) => imports + code.replace('<Section first>\n', `<Section first>\n${content}`));
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles');
  await team.run('npx', 'site', 'test');
  expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
  const address = `${site.origin}/en/events`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('data-color');

  const variants = [
    { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, shown: 780 },
    { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, shown: 1560 },
  ];
  for (const { shown, ...screen } of variants)
    await test.step(`${shown} pixels for a window of ${screen.viewport.width}`, async () => {
      const tab = await browser.newPage({ ...screen, reducedMotion: 'reduce' });
      const { pictures, problems } = watch(tab);
      // Machines of tests lack the fonts that are as wide as the site's.
      await tab.route('**/*.woff2', (route) => route.abort());
      await tab.route('**/*.avif', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await tab.goto(address, { waitUntil: 'domcontentloaded' });
      const image = tab.locator('img[data-color]').first();
      await expect(image).toHaveCSS('background-color', /^rgb\((?:159|16[01]), 6[345], 3[123]\)$/);
      await expect.poll(() => pictures).toEqual(['roof 200 image/avif']);
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
      await expect.poll(() => pictures).toEqual(['roof 200 image/avif', 'cellar 200 image/avif']);
      expect(problems).toEqual([]);
      await tab.close();
    });

  await test.step('without scripts', async () => {
    const tab = await browser.newPage({ javaScriptEnabled: false });
    const { pictures, problems } = watch(tab);
    await tab.goto(address);
    await expect.poll(() => pictures).toContain('roof 200 image/avif');
    expect(problems).toEqual([]);
    await tab.close();
  });
  await Promise.all([team.leave(), store.remove()]);
});
