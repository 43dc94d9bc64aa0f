import { limits } from '../limits.ts';

/** A slug that isn't taken: the wanted one, or with `-2`, `-3` and so on. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted;
  for (let number = 2; taken.has(slug); number += 1) {
    const ending = `-${number}`;
    slug = wanted.slice(0, limits.news.slug - ending.length).replace(/-$/, '') + ending;
  }
  return slug;
}
