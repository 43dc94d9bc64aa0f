import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Texts } from '@site/company/languages.ts';
import { inEachLanguage, type Language, languages } from './languages.ts';

/**
 * A section of the site's catalogues in each language. For servers and tools; where a bundle calls it, the build writes the texts
 * in its place.
 */
export const siteTexts = <Section extends keyof Texts>(section: Section): Readonly<Record<Language, Texts[Section]>> =>
  inEachLanguage((language) => JSON.parse(readFileSync(catalogueFile(language), 'utf8'))[section]);

/** In a team's kit, `@site/company` is inside this package. */
const { resolve } = createRequire(import.meta.url);

const catalogueFile = (language: Language): string => resolve(`@site/company/locales/${language}.json`);

/** The files that say which languages the site has, and what it says in them. */
export const languageFiles = (): readonly string[] => [
  resolve('@site/company/languages.ts'),
  ...languages.map(catalogueFile),
];
