import type { Language } from '@site/shared/i18n/languages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** What can go wrong with a call, apart from a field of the form. */
export type ProblemCode = keyof typeof en;

/** The sentence for each of them, in each language. */
export const problemTexts: Readonly<Record<Language, Readonly<Record<ProblemCode, string>>>> = { en, fr, es };
