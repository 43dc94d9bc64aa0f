import type { City } from '@site/shared/contract/company.ts';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';

/** The city of the one office, as page titles and cards have it. Language versions may have cities of their own. */
const city: City = { title: 'Springfield', name: 'Springfield' };

export const cities = inEachLanguage(() => city);
