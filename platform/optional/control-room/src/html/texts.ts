import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedIn } from '@site/node/preferences.ts';
import names from '../../locales/en.json' with { type: 'json' };

/** The name of a text. Those with a number have a form for one, `…_one`, and one for others, `…_other`. */
export type TextName = keyof typeof names;

/** Texts that have a form for each number. */
export type CountName = TextName extends infer Name ? (Name extends `${infer Stem}_other` ? Stem : never) : never;

/** The texts of a language, and how it writes numbers and times. */
export interface Texts {
  readonly language: string;
  /** What the code of an error means; undefined for those that the room seldom or never shows. */
  readonly meaning: (code: string) => string | undefined;
  readonly text: (name: TextName, values?: Readonly<Record<string, string | number>>) => string;
  readonly count: (name: CountName, count: number, values?: Readonly<Record<string, string | number>>) => string;
  readonly number: (value: number) => string;
  /** With two digits after the point. */
  readonly fraction: (value: number) => string;
  readonly bytes: (value: number) => string;
  readonly percent: (value: number) => string;
  readonly date: (time: Date) => string;
  /** Day and month alone, and with the hour. */
  readonly day: (time: Date) => string;
  readonly hour: (time: Date) => string;
}

const folder = join(import.meta.dirname, '../../locales');

const all: ReadonlyMap<string, Texts> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const language = file.slice(0, -'.json'.length);
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, string>>;
      return [language, textsIn(language, texts)] as const;
    }),
);

/** Whether there is a text of a name that a server has chosen. */
export const isTextName = (name: string): name is TextName => Object.hasOwn(names, name);

/** The languages of the room, which need not be the site's. */
export const roomLanguages: readonly string[] = [...all.keys()];

/** The texts of a language; undefined when the room doesn't speak it. */
export const textsOf = (language: string): Texts | undefined => all.get(language);

/** The language of the room that a browser prefers. */
export function preferredLanguage(acceptLanguage: string | undefined): string {
  const wanted = acceptedIn(acceptLanguage).map((tag) => tag.split('-')[0] ?? '');
  return wanted.find((language) => all.has(language)) ?? roomLanguages[0] ?? '';
}

function textsIn(language: string, texts: Readonly<Record<string, string>>): Texts {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const fraction = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dates = texts.locale;
  const date = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const meanings = new Map(
    Object.entries(texts).flatMap(([name, text]) => (name.startsWith('code.') ? [[name.slice(5), text] as const] : [])),
  );
  const day = new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(dates, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const fill = (name: string, values: Readonly<Record<string, string | number>>) =>
    (texts[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, value: string) => shown(values[value]));
  const shown = (value: string | number | undefined) =>
    typeof value === 'number' ? number.format(value) : (value ?? '');
  return {
    language,
    // All codes of stores that fail mean the same to whoever looks.
    meaning: (code) => meanings.get(code.startsWith('RELEASE-STORE-') ? 'RELEASE-STORE' : code),
    text: (name, values = {}) => fill(name, values),
    count: (name, count, values = {}) =>
      fill(`${name}_${plural.select(count) === 'one' ? 'one' : 'other'}`, { ...values, count }),
    number: (value) => number.format(value),
    fraction: (value) => fraction.format(value),
    bytes: (value) =>
      value < 100
        ? `${number.format(value)}\u00a0${texts.bytes}`
        : `${number.format(value / 1_000)}\u00a0${texts.kilobytes}`,
    percent: (value) => percent.format(value / 100),
    // A narrow column breaks it between the day and the time.
    date: (time) => `${date.format(time)} UTC`.replace(/(?<!,) /g, '\u00a0'),
    day: (time) => day.format(time),
    hour: (time) => `${hour.format(time)} UTC`.replace(/ /g, '\u00a0'),
  };
}
