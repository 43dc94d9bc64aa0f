import { everyAddress, languages } from '../support/addresses.ts';
import { expect, test } from './engineTest.ts';
import type { Visitor } from './Visitor.ts';

const widths = [390, 1440] as const;

for (const language of languages) {
  test(`whoever opens the ${language} pages gets each with its scripts, as wide as the window`, async ({ visitor }) => {
    const faults: Record<string, readonly string[]> = {};
    for (const { path } of everyAddress.filter((address) => address.language === language)) {
      const found = await faultsOf(visitor, path);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  });
}

async function faultsOf(visitor: Visitor, path: string): Promise<readonly string[]> {
  try {
    await visitor.visit(path);
  } catch (error) {
    return [String(error), ...(await visitor.complaints())];
  }
  const faults: string[] = [];
  for (const width of widths) {
    await visitor.resize(width, 900);
    const tooWide = await visitor.evaluate(widerThanWindow);
    faults.push(...tooWide.map((element) => `wider than ${width}: ${element}`));
  }
  return [...faults, ...(await visitor.complaints())];
}

/** Runs in the page: what makes it scroll sideways. */
function widerThanWindow(): readonly string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const reaching = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth,
  );
  return ['the page', ...reaching.map((element) => `${element.tagName.toLowerCase()}.${element.classList}`)];
}
