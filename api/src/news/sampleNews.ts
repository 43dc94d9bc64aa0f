import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@site/shared/i18n/languages.ts';
import { companyFile } from '@site/shared/i18n/siteTexts.ts';

/** What a new site has to read in a language, newest first. A company that has written none begins without news. */
export function sampleNews(language: Language): readonly unknown[] {
  const file = companyFile(`sample/news.${language}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
