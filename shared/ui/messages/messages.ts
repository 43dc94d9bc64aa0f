import type { Language } from '../../i18n/languages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The shared components' own texts. All others are properties, from the catalogue of anyone who uses the component. */
export const uiMessages: Readonly<Record<Language, typeof en>> = { en, fr, es };
