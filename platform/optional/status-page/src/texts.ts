import { join } from 'node:path';
import { type Language, locales } from '@site/shared/i18n/languages.ts';
import { type RoomTexts, roomTexts } from '@site/shared/i18n/roomTexts.ts';
import type english from '../locales/en.json';

/** The messages of the page. */
export type Texts = typeof english;

/** The messages in a language, or in the one that stands in for it. */
export const textsIn = (wanted: Language): RoomTexts<Texts> =>
  roomTexts(join(import.meta.dirname, '../locales'), wanted);

/** Fills in the variables of a message. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

const localeOf = (language: Language): string => locales[language].replace('_', '-');

/** A share from 0 to 1 as a percentage, rounded down: what isn't whole never looks so. */
export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'percent',
    maximumFractionDigits: 2,
    roundingMode: 'floor',
  }).format(share);

/** A duration as hours and minutes, at least a minute: `2 hr 5 min`. */
export function formatDuration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) =>
      new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join('\u00a0');
}
