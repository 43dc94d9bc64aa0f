import type { Language } from '@site/shared/i18n/languages.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

/** The words of the mails. */
export type MailTexts = typeof en;

/** The words of the mails in each language. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, fr, es };

/** Puts values into the places of a text, such as `{{name}}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}
