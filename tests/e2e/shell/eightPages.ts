import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { Language } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import type { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { test as releaseTest } from '../releases/releaseTest.ts';
import { expect } from '../support/test.ts';

/** What a remote adds to the four pages of the menu, in long words. */
const added = [
  { path: 'blog/archive', en: 'Archive of articles', fr: 'Archives des articles', es: 'Archivo de artículos' },
  { path: 'blog/events', en: 'Events and meetings', fr: 'Événements et rencontres', es: 'Eventos y encuentros' },
  { path: 'blog/guides', en: 'Guides', fr: 'Guides pratiques', es: 'Guías prácticas' },
  { path: 'blog/references', en: 'References', fr: 'Références', es: 'Referencias' },
] as const;

/** A test of a site whose menu is full: remotes have eight pages in it. */
export const test = releaseTest.extend<{ readonly fullSite: RunningSite }>({
  fullSite: async ({ store, startOwnSite }, use) => {
    await fillMenu(store);
    await use(await startOwnSite({ releases: store.folder }));
  },
});

async function fillMenu(store: ReleaseStore): Promise<void> {
  const live = await store.live('blog');
  const file = join(store.folder, 'blog', live, 'release.json');
  const { pages = [] } = JSON.parse(await readFile(file, 'utf8')) as ReleaseManifest;
  const more = added.map(({ path, ...links }): DeclaredPage => {
    const words = (language: Language) => ({ title: links[language], link: links[language] });
    return {
      name: path.replace('blog/', ''),
      module: './list',
      paths: { en: path, fr: path, es: path },
      places: ['menu'],
      words: { en: words('en'), fr: words('fr'), es: words('es') },
    };
  });
  await setLive(
    store.folder,
    'blog',
    await addVariant(store.folder, 'blog', { manifest: { pages: [...pages, ...more] } }),
    live,
  );
}

/** The menu's pages in a language. */
const labelsIn = (language: Language): readonly string[] => {
  const { services, pricing, team, blog } = texts[language].shell.navigation;
  return [services, pricing, team, blog, ...added.map((page) => page[language])];
};

/** Expects everything in the bar of the open page to fit, and the keyboard to reach all eight pages in its menu. */
export async function expectWholeMenu(page: Page, language: Language, width: number): Promise<void> {
  const at = `${language}, ${width} pixels`;
  await page.setViewportSize({ width, height: 800 });
  const bar = page.getByRole('banner');
  expect((await bar.locator('svg').first().boundingBox())?.width, `the logo, ${at}`).toBeGreaterThanOrEqual(
    // With long words, the logo gives way a little in the smallest windows.
    width < 360 ? 108 : 138,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `nothing is cut, ${at}`).toBeLessThanOrEqual(
    width,
  );
  // All at once: fonts may arrive meanwhile.
  const controls = await bar.locator('a:visible, summary:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    }),
  );
  for (const [index, { left }] of controls.entries())
    expect(Math.ceil(left), `controls stand side by side, ${at}`).toBeGreaterThanOrEqual(
      Math.floor(controls[index - 1]?.right ?? 0),
    );
  const links = bar.locator('details').getByRole('link');
  await expect(links.first()).toBeHidden();
  await bar.locator('summary').focus();
  await page.keyboard.press('Enter');
  const labels = labelsIn(language);
  await expect(links.filter({ visible: true }), at).toHaveCount(labels.length + 4);
  await expect(bar.getByRole('navigation'), `one navigation, ${at}`).toHaveCount(1);
  for (const label of labels) {
    await page.keyboard.press('Tab');
    const link = links.and(page.getByText(label, { exact: true }));
    await expect(link, at).toBeFocused();
    await expect(link, at).toBeInViewport({ ratio: 1 });
  }
}
