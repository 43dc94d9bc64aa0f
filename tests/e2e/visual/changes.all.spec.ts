import { isVisible } from './comparePictures.ts';
import { restyle, takeScreenshot } from './screenshot.ts';
import { openIn } from './settings.ts';
import { views } from './views.ts';
import { expect, test } from './visualTest.ts';

/** Possible mistakes in a page's styles. */
const mistakes = {
  'a plan is missing': 'main li:nth-child(2) { display: none }',
  'everything is 8 pixels lower': 'main { padding-top: 8px }',
  'text starts 8 pixels further right': 'main h1, main p { translate: 8px }',
  'the accent has another colour': ':root { --color-accent: #d94f00 }',
  'the ground has another shade': ':root { --color-bg: #f3f0e7 }',
  'the titles have another font': ':root { --font-display: serif; --type-h1: 700 40px / 1.02 serif }',
  'the title has another colour': 'main h1 { color: #962c16 }',
  'icons are too large': 'main svg { scale: 2 }',
};

openIn({ width: 390, height: 844 });

test('mistakes in styles are found', async ({ page, form, comparer }) => {
  const view = views.find(({ name }) => name === 'pricing');
  if (!view) throw new Error('There is no view "pricing".');
  await view.open({ page, form, language: 'en' });
  const { picture } = await comparer.compare(undefined, await takeScreenshot(page, view));
  expect(isVisible((await comparer.compare(picture, await takeScreenshot(page, view))).differences), 'no mistake').toBe(
    false,
  );
  for (const [mistake, css] of Object.entries(mistakes)) {
    await restyle(page, css);
    const { differences } = await comparer.compare(picture, await takeScreenshot(page, view));
    expect.soft(isVisible(differences), `${mistake}: ${differences.length} places`).toBe(true);
  }
});
