import { createI18n } from '@site/shared/i18n/createI18n.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { facts } from '@site/shell/app/facts.ts';
import en from '../../../shell/locales/en.json' with { type: 'json' };
import es from '../../../shell/locales/es.json' with { type: 'json' };
import fr from '../../../shell/locales/fr.json' with { type: 'json' };

const catalogues = { en, fr, es };

/** The shell's translations, for what the server writes outside of React. */
export function shellTexts(language: Language) {
  return createI18n({ language, strings: { shell: catalogues[language] }, facts }).getFixedT(language, 'shell');
}
