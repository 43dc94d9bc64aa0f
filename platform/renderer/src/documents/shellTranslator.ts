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

/** Translates the shell's messages, for what the server writes outside React. */
export function shellTranslator(language: Language) {
  return createI18n({ language, messages: { shell: catalogues[language] } }).getFixedT(language, 'shell');
}
