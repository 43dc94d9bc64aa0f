import type { Language } from '../../i18n/languages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** What the shared components say by themselves. All other texts are properties, from the catalogue of anyone who uses them. */
export const uiMessages: Readonly<Record<Language, typeof en>> = { en, fr, es };
