/** Social cards: the pictures shown where a page is shared. */
import type { Language } from '../i18n/languages.ts';

/** Size of every social card, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The card of pages that have none of their own. No page is called `site`. */
export const siteCard = 'site';

/** Path of a card. */
export const cardPath = (card: string, language: Language): string => `/cards/${language}/${card}.png`;
