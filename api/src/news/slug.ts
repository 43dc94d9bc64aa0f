import type { Language } from '@site/shared/i18n/languages.ts';
import { limits } from '../limits.ts';

/** The form of a slug: words of small letters and digits, joined by hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A slug made from a title: `Où ça ?` becomes `ou-ca`. It is empty when the title has no letter or digit of the Latin alphabet. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.news.slug)
    .replace(/^-+|-+$/g, '');
}

/** The uid of an item whose owner gives none: the same item gets the same one each time. */
export function defaultUid(language: Language, slug: string): string {
  return `${language}-${slug}`;
}
