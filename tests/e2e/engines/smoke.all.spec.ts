import { addresses, everyAddress, type Language, languages } from '@site/testkit/site/addresses.ts';
import { expect, expectSoon, test } from './engineTest.ts';
import type { Visitor } from './Visitor.ts';

const widths = [390, 1440] as const;

/**
 * In English, every page. In the other languages, those with prices and dates, which engines may format differently from the
 * server. Chromium visits all pages in all languages: tests/e2e/federation/hydration.spec.ts,
 * tests/e2e/accessible/reflow.all.spec.ts.
 */
const pagesOf = (language: Language) =>
  everyAddress.filter(
    (address) =>
      address.language === language && (language === 'en' || ['home', 'pricing', 'blog'].includes(address.page)),
  );

for (const language of languages) {
  test(`${language === 'en' ? 'every en page' : `every ${language} page with prices or dates`} hydrates without complaints, and fits the width of the window`, async ({
    visitor,
  }) => {
    const faults: Record<string, readonly string[]> = {};
    for (const { path } of pagesOf(language)) {
      const found = await faultsOf(visitor, path);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  });
}

test('the complaints of a page and its excessive width are reported', async ({ visitor }) => {
  await visitor.visit(addresses.en.legal);
  await visitor.evaluate(() => {
    console.error('said');
    Promise.reject(new Error('rejected'));
    const missing = Object.assign(new Image(), { src: '/missing.png' });
    const foreign = Object.assign(new Image(), { src: 'https://elsewhere.example/picture.png' });
    document.body.append(missing, foreign);
    document.body.style.width = '5000px';
  });
  expect(await visitor.evaluate(widerThanWindow)).not.toEqual([]);
  const heard: string[] = [];
  for (const complaint of ['error said', 'unhandled .*rejected', 'not loaded .*missing', 'img-src blocked']) {
    await expectSoon(async () => {
      heard.push(...(await visitor.complaints()));
      return heard.join('\n');
    }).toMatch(new RegExp(complaint));
  }
});

async function faultsOf(visitor: Visitor, path: string): Promise<readonly string[]> {
  try {
    await visitor.visit(path);
  } catch (error) {
    return [String(error), ...(await visitor.complaints())];
  }
  const faults: string[] = [];
  const isNarrow = await visitor.evaluate((narrow) => innerWidth === narrow, widths[0]);
  // The window keeps its size from page to page.
  for (const width of isNarrow ? widths : widths.toReversed()) {
    await visitor.resize(width, 900);
    const tooWide = await visitor.evaluate(widerThanWindow);
    faults.push(...tooWide.map((element) => `wider than ${width}: ${element}`));
  }
  return [...faults, ...(await visitor.complaints())];
}

/** Runs in the page: the elements that make it scroll sideways. */
function widerThanWindow(): readonly string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const reaching = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth,
  );
  return ['the page', ...reaching.map((element) => `${element.tagName.toLowerCase()}.${element.classList}`)];
}
