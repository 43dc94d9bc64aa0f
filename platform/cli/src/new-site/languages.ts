import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `languages.ts` of a site's company. */
export function languagesFile(codes: readonly string[]): string {
  const [fallback = 'en'] = codes;
  const lines = codes.map(
    (code) => `  ${code}: { name: '${nameOf(code)}', locale: '${localeOf(code)}', direction: '${directionOf(code)}' },`,
  );
  return `import type { LanguageDescription } from '@site/shared/i18n/knownLanguages.ts';
import type texts from './locales/${fallback}.json';

/** The languages of the site, in the order in which visitors see them. */
export const languages = {
${lines.join('\n')}
} as const satisfies Readonly<Record<string, LanguageDescription>>;

/** The language when none is detected, and the fallback for texts and addresses that a release lacks in another language. */
export const fallback: keyof typeof languages = '${fallback}';

/** The catalogue of that language, by sections. Its keys are the keys of all. */
export type Texts = typeof texts;
`;
}

/** A language's name for itself, as it stands alone: `Français`. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Countries of languages that aren't those where most people speak them. In this Arabic one, figures are those of the texts. */
const countries: Readonly<Partial<Record<string, string>>> = { en: 'GB', ar: 'AE' };

/** The language with a country: by default the one where most people speak it, `fr_FR`. */
function localeOf(code: string): string {
  const { language, region } = new Intl.Locale(code).maximize();
  return [language, countries[code] ?? region].join('_');
}

/** Where its lines run to. */
function directionOf(code: string): 'ltr' | 'rtl' {
  const { script = '' } = new Intl.Locale(code).maximize();
  return ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr';
}

/** Messages, by their keys. */
interface Messages {
  readonly [key: string]: string | Messages;
}

/**
 * What the platform says in a language: this site's own words, without what only its company says. Languages that this site lacks have
 * catalogues of their own; all others begin with the English words, to be translated.
 */
export function catalogueOf(language: string): Messages {
  const own = join(import.meta.dirname, `locales/${language}.json`);
  const changes = join(import.meta.dirname, `words/${language}.json`);
  if (!existsSync(own) && !existsSync(changes)) return catalogueOf('en');
  const all = existsSync(own) ? read(own) : read(siteCatalogue(language));
  return existsSync(changes) ? merged(all, read(changes)) : all;
}

const siteCatalogue = (language: string): string =>
  fileURLToPath(import.meta.resolve(`@site/company/locales/${language}.json`));

const read = (file: string): Messages => JSON.parse(readFileSync(file, 'utf8')) as Messages;

const merged = (messages: Messages, changes: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => {
      const change = changes[key];
      return [key, typeof value === 'string' || typeof change !== 'object' ? (change ?? value) : merged(value, change)];
    }),
  );
