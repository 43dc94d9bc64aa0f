import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Texts } from '@site/company/languages.ts';
import { inEachLanguage, type Language, languages } from './languages.ts';

/** In a team's kit, `@site/company` is inside this package. */
const { resolve } = createRequire(import.meta.url);

const table = resolve('@site/company/languages.ts');

/** The path of a company's file, which it may not have. */
export const companyFile = (path: string): string => join(dirname(table), path);

const catalogueFile = (language: Language): string => companyFile(`locales/${language}.json`);

/** The files that say which languages the site has, and what it says in them. */
export const languageFiles: readonly string[] = [table, ...languages.map(catalogueFile)];

/**
 * A section of the site's catalogues in each language. For servers and tools; where a bundle calls it, the build writes the texts
 * in its place.
 */
export const siteTexts = <Section extends keyof Texts>(section: Section): Readonly<Record<Language, Texts[Section]>> =>
  inEachLanguage((language) => JSON.parse(readFileSync(catalogueFile(language), 'utf8'))[section]);
