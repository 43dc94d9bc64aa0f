import { isLanguage, type Language, languages } from '../i18n/languages.ts';
import { editDistance } from './editDistance.ts';
import { pathOf } from './path.ts';
import { type PageName, type PageRoute, pageNames, pages } from './table.ts';

/**
 * The page that the visitor of an address without one may have meant: its address is of another language, or nearly
 * right. What follows a page's address is left out of account, so an unknown article leads to the blog.
 */
export function suggestPage(path: string, language: Language): PageName | undefined {
  const segments = path.split('/').map(plain).filter(Boolean);
  if (isLanguage(segments[0])) segments.shift();
  const [best] = knownPaths()
    .map(({ page, known }) => ({ page, mistakes: mistakesIn(segments, known), allowed: known.length > 5 ? 2 : 1 }))
    .filter(({ mistakes, allowed }) => mistakes <= allowed)
    .sort((a, b) => a.mistakes - b.mistakes);
  // A page that is at the very address can't be shown just now: there is nothing better to suggest.
  return best && pathOf(best.page, language) !== path ? best.page : undefined;
}

/** The path below the language prefix of every page, in every language; pages with parameters and home pages left out. */
const knownPaths = (): { page: PageName; known: string }[] =>
  pageNames.flatMap((page) => {
    const { paths }: PageRoute = pages[page];
    return languages
      .map((language) => ({ page, known: paths[language] }))
      .filter(({ known }) => known !== '' && !known.includes(':'));
  });

function mistakesIn(segments: readonly string[], known: string): number {
  const asked = segments.slice(0, known.split('/').length).join('/');
  // Addresses may be very long: those that can't be near are not compared letter by letter.
  const difference = Math.abs(asked.length - known.length);
  return difference > 2 ? difference : editDistance(asked, known);
}

/** A segment as it was meant: without capitals, without accents. */
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  } catch {
    return '';
  }
}
