import type { DeclaredPage } from '../contract/release.ts';
import type { Language } from '../i18n/languages.ts';
import type { Refusal, RouteProblem } from './RouteProblem.ts';
import type { PageRoute } from './table.ts';

/** A page of the table, and what its remote says of it. */
export interface PlacedPage {
  readonly remote: string;
  readonly page: DeclaredPage;
  /** The languages in which the page is in the table. */
  readonly granted: readonly Language[];
}

interface FormerPathTools {
  /** Why the policy doesn't let a remote have a path in a language; `what` begins the message. */
  readonly refusalOf: (language: Language, remote: string, path: string, what: string) => Refusal | undefined;
  /** The remote that has a page at the addresses of a shape. */
  readonly takenBy: (language: Language, path: string) => string | undefined;
}

/** Gives the pages of a table the old paths that lead to them. Returns which ones can't. */
export function addFormerPaths<Page extends PageRoute>(
  pages: Map<string, Page>,
  placed: readonly PlacedPage[],
  tools: FormerPathTools,
): readonly RouteProblem[] {
  const known = new Set<string>();
  return placed.flatMap((one) => {
    const { was, problems } = formerPaths(one, tools, known);
    const page = pages.get(one.page.name);
    if (page && Object.keys(was).length > 0) pages.set(one.page.name, { ...page, was });
    return problems;
  });
}

/**
 * The old paths that lead to a page: those that its remote may claim, and that no page has now. They can't form a circle,
 * because an old path leads to a present path, and no present path is an old one.
 *
 * @param known the shapes of old paths that other pages have; this page's are added
 */
function formerPaths(
  { remote, page, granted }: PlacedPage,
  { refusalOf, takenBy }: FormerPathTools,
  known: Set<string>,
): { readonly was: NonNullable<PageRoute['was']>; readonly problems: readonly RouteProblem[] } {
  const problems: RouteProblem[] = [];
  const was = Object.fromEntries(
    granted.flatMap((language) => {
      const kept = (page.was?.[language] ?? []).filter((path) => {
        const what = `${remote} says that the page "${page.name}" was at ${addressOf(language, path)}`;
        const refusal = refusalOf(language, remote, path, what) ?? collision(language, path, what, takenBy, known);
        if (refusal) problems.push({ remote, page, ...refusal });
        else known.add(shapeOf(language, path));
        return !refusal;
      });
      return kept.length > 0 ? [[language, kept] as const] : [];
    }),
  );
  return { was, problems };
}

function collision(
  language: Language,
  path: string,
  what: string,
  takenBy: FormerPathTools['takenBy'],
  known: ReadonlySet<string>,
): Refusal | undefined {
  const owner = takenBy(language, path);
  const remedy = 'Remove the old path from `was`.';
  if (owner !== undefined)
    return { code: 'RELEASE-ROUTE-TAKEN', message: `${what}, where ${owner} has a page.`, remedy };
  return known.has(shapeOf(language, path))
    ? { code: 'RELEASE-ROUTE-TAKEN', message: `${what}, as another page was.`, remedy }
    : undefined;
}

/** The address of a path in a language. */
export const addressOf = (language: Language, path: string): string => `/${language}${path && `/${path}`}`;

/** Paths that differ only in the names of their parameters have the same shape: they match the same addresses. */
export const shapeOf = (language: Language, path: string): string => `/${language}/${path.replaceAll(/:\w+/g, ':')}`;
