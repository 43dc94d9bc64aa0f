import { test as base } from '../contact/contactTest.ts';
import { Album } from './Album.ts';

interface Looks {
  readonly album: Album;
}

/** A test of what the site looks like. */
export const test = base.extend<object, Looks>({
  album: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use(await Album.open(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '../contact/contactTest.ts';
