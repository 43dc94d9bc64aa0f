import { limits } from '../limits.ts';

/** The form of a slug: words of lowercase letters and digits, joined by hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Turns a title into a slug: `Où ça ?` becomes `ou-ca`. Empty for a title without Latin letters or digits. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.news.slug)
    .replace(/^-+|-+$/g, '');
}

/** The wanted slug, or, when that is taken, the first free one with `-2`, `-3` and so on. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted;
  for (let number = 2; taken.has(slug); number += 1) {
    const ending = `-${number}`;
    slug = wanted.slice(0, limits.news.slug - ending.length).replace(/-$/, '') + ending;
  }
  return slug;
}
