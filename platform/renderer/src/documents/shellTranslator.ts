import { createI18n } from '@site/shared/i18n/createI18n.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';

const catalogues = siteTexts('shell');

/** Translates the shell's messages, for what the server writes outside React. */
export function shellTranslator(language: Language) {
  return createI18n({ language, messages: { shell: catalogues[language] } }).getFixedT(language, 'shell');
}
