import { visit } from '../support/visitor.ts';
import { loadedFamilies } from './eventsPages.ts';
import { expect, test } from './eventsTest.ts';

const path = '/en/events/venue';

test('a team’s fonts, a file of its own and a package, are released with its page, and the owner reads their weight', async ({
  events: { released },
  page,
}) => {
  expect(released.said.published).toMatch(/and [78]\d\.\d kB of fonts/);
  const files: string[] = [];
  page.on('response', (response) => {
    const [, name] = /\/assets\/events\/\w+\/fonts\/([\w-]+)\.\w{8}\.woff2$/.exec(response.url()) ?? [];
    const { 'content-type': type, 'cache-control': caching } = response.headers();
    if (name !== undefined) files.push(`${name} ${response.status()} ${type} ${caching}`);
  });
  await page.goto(path);
  await expect.poll(() => page.evaluate(loadedFamilies)).toEqual(expect.arrayContaining(['Poster', 'Lobster']));
  expect(files.sort()).toEqual(
    ['lobster-latin-400-normal', 'poster'].map((name) => `${name} 200 font/woff2 public, max-age=31536000, immutable`),
  );
});

test('a team’s Tailwind styles its page and nothing around it', async ({ page }) => {
  await visit(page, path);
  const shown = page.locator('[data-poster]');
  await expect(shown).toHaveCSS('background-color', 'rgb(128, 64, 32)');
  await expect(shown).toHaveCSS('padding', '16px');
  await expect(shown).toHaveCSS('box-shadow', /15px/);
  await shown.hover();
  await expect(shown).toHaveCSS('text-decoration-line', 'underline');
  const around = () => getComputedStyle(document.documentElement).getPropertyValue('--color-poster');
  expect(await page.evaluate(around)).toBe('');
});
