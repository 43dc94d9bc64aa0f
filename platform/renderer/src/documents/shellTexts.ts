import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { readCatalogues } from '@site/shared/i18n/readCatalogues.ts';
import type messages from '@site/shell/locales/en.json';

const catalogues = readCatalogues<typeof messages>(
  // In a team's kit, the shell is a package.
  dirname(createRequire(import.meta.url).resolve('@site/shell/locales/en.json')),
);

/** The shell's translations, for what the server writes outside of React. */
export function shellTexts(language: Language) {
  return createI18n({ language, strings: { shell: catalogues[language] } }).getFixedT(language, 'shell');
}
