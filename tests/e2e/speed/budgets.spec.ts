import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/serverTest.ts';
import { weighed } from './documentParts.ts';
import { budgets, bytesOf, firstViewOf, heaviest, type SentFile } from './firstView.ts';

/** The part that a script belongs to, by its file name; the page's by default. */
function partOf({ path }: SentFile): keyof typeof budgets.scriptParts {
  const part = (['painted', 'vendor', 'shell'] as const).find((name) => path.includes(`/${name}.`));
  if (part) return part;
  return path.endsWith('/remote.js') ? 'container' : 'page';
}

for (const { path, page } of everyAddress) {
  test(`a visitor of ${path} waits only for the document, and loads no more than the budgets allow`, async ({
    site,
  }) => {
    const { html, document, scripts, fonts, pictures, styleBytes, blocking } = await firstViewOf(site, path);
    expect(blocking, 'awaited before the first paint').toEqual([]);
    const allowed = page === 'home' ? budgets.homeDocument : budgets.document;
    const parts = document.bytes > allowed ? weighed(html) : '';
    expect(document.bytes, `the document ${path}; without each part it would lose:\n${parts}`).toBeLessThanOrEqual(
      allowed,
    );
    expect(styleBytes, 'the styles in the document').toBeLessThanOrEqual(budgets.styles);
    for (const part of Object.keys(budgets.scriptParts) as (keyof typeof budgets.scriptParts)[]) {
      const files = scripts.filter((script) => partOf(script) === part);
      expect(bytesOf(files), `scripts of ${part}:\n${heaviest(files)}`).toBeLessThanOrEqual(budgets.scriptParts[part]);
    }
    expect(bytesOf(scripts), `all scripts:\n${heaviest(scripts)}`).toBeLessThanOrEqual(budgets.scripts);
    expect(bytesOf(fonts), `fonts:\n${heaviest(fonts)}`).toBeLessThanOrEqual(budgets.fonts);
    const files = [document, ...scripts, ...fonts, ...pictures.eager];
    expect(files.length, `requests:\n${heaviest(files)}`).toBeLessThanOrEqual(budgets.requests);
    expect(scripts.length, 'scripts are named by the document').toBeGreaterThan(page === 'notFound' ? 1 : 2);
    expect(fonts.length, 'fonts are named by the document').toBeGreaterThan(0);
  });
}

test('the home page weighs no more than its budget, including all its lazy pictures', async ({ site }) => {
  const { document, scripts, fonts, pictures } = await firstViewOf(site, addresses.en.home);
  const files = [document, ...scripts, ...fonts, ...pictures.eager, ...pictures.lazy];
  expect(bytesOf(files), heaviest(files)).toBeLessThanOrEqual(budgets.wholeHome);
});
