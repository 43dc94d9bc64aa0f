import { isLanguage, type Language, languages } from '../i18n/languages.ts';
import { pathIn } from './path.ts';
import type { PlainPageName, RouteTable } from './table.ts';

/**
 * The page to suggest at an unknown address: one whose path is nearly the same, in any language. What follows a page's path
 * is ignored, so an unknown article suggests the blog.
 */
export function suggestPage(table: RouteTable, path: string, language: Language): PlainPageName | undefined {
  const segments = askedSegments(path);
  const [best] = knownPaths(table)
    .map((known) => ({ ...known, distance: distanceTo(segments.slice(0, known.depth).join('/'), known.path) }))
    .filter(({ distance, path: { length } }) => distance <= (length > 5 ? 2 : 1))
    // Of a page and one below it, the latter matches more of the address.
    .sort((a, b) => b.depth - a.depth || a.distance - b.distance);
  // The page at this very address is temporarily unavailable: suggest nothing.
  return best && pathIn(table, best.page, language) !== path ? best.page : undefined;
}

/** The parts of an address as they are compared, without the language. */
export function askedSegments(path: string): string[] {
  const segments = path.split('/').map(normalize).filter(Boolean);
  if (isLanguage(segments[0])) segments.shift();
  return segments;
}

interface KnownPath {
  readonly page: PlainPageName;
  readonly path: string;
  readonly depth: number;
}

/** Paths below the language prefix of every page in every language, without home pages and pages with parameters. */
const knownPaths = ({ pages }: RouteTable): readonly KnownPath[] =>
  Object.entries(pages).flatMap(([page, route]) =>
    languages
      .map((language) => route.paths[language])
      .filter((path) => path !== '' && !path.includes(':'))
      .map((path) => ({ page: page as PlainPageName, path, depth: path.split('/').length })),
  );

/** Addresses may be very long: the comparison is skipped when the lengths alone rule out a match. */
const distanceTo = (asked: string, known: string): number =>
  Math.abs(asked.length - known.length) > 2 ? Number.POSITIVE_INFINITY : editDistance(asked, known);

/** A segment in lower case, without accents. */
function normalize(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  } catch {
    return '';
  }
}

/**
 * How many letters to add, remove or replace to turn one word into the other.
 *
 * @see https://en.wikipedia.org/wiki/Levenshtein_distance
 */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
