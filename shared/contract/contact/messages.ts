import type { Language } from '../../i18n/languages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import type { ContactProblem } from './validate.ts';

/** The sentence of each problem, in each language; the API sends them and the form shows them. */
export const contactProblemMessages: Readonly<Record<Language, Readonly<Record<ContactProblem, string>>>> = {
  en,
  fr,
  es,
};
