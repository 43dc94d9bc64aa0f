import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { test as base, expect } from '../contact/contactTest.ts';
import { isVisible, PictureComparer } from './comparePictures.ts';

/** A visual test. Its browser has the fonts: until they come, lines break as in those of the machine. */
export const test = base.extend<object, { readonly comparer: PictureComparer }>({
  page: async ({ page }, use) => {
    await page.addInitScript(() => localStorage.setItem('fonts', ''));
    await use(page);
  },
  comparer: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use(await PictureComparer.open(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** The folder with the baselines. */
export const baselinesFolder = join(import.meta.dirname, 'baselines');

/** Compares a screenshot with the baseline of a name. With `--update-snapshots`, replaces a baseline that differs. */
export async function expectBaseline(
  comparer: PictureComparer,
  name: string,
  screenshot: Buffer,
  info: TestInfo,
): Promise<void> {
  const file = join(baselinesFolder, name);
  const baseline = existsSync(file) ? await readFile(file) : undefined;
  const { differences, picture } = await comparer.compare(baseline, screenshot);
  if (!picture || (baseline && !isVisible(differences))) return;
  if (['all', 'changed'].includes(info.config.updateSnapshots)) {
    await mkdir(baselinesFolder, { recursive: true });
    await writeFile(file, picture);
    return;
  }
  await writeFile(info.outputPath(name), picture);
  const [first] = differences;
  const found = first ? `differs in ${differences.length} places, the first at ${first.x}, ${first.y}` : 'is new';
  expect.soft(found, `${info.outputPath(name)} beside ${file}`).toBe('like its baseline');
}
