import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { presentPath } from '@site/shared/routes/presentPath.ts';
import { askedSegments, suggestPage } from '@site/shared/routes/suggestPage.ts';
import { isIn, type PageName, type PageRoute, type RouteTable } from '@site/shared/routes/table.ts';
import { mostDifferent, type NearPaths, nearPathsOf, type PagePath } from './nearPaths.ts';

type NamedPage = readonly [name: string, route: PageRoute];

/** An index of a route table: robots request any number of addresses, and a table may have thousands of pages. */
interface PreparedTable {
  /** Pages by the first segment of their path after the language. */
  readonly byBeginning: ReadonlyMap<string, RouteTable>;
  /** Pages whose path begins with a parameter: they may match any other path. */
  readonly others: RouteTable;
  readonly pages: readonly NamedPage[];
  /** The paths of pages without parameters, in their path or in a query. */
  readonly plain: ReadonlySet<string>;
  /** The paths for suggestions, by number of segments and by length. */
  readonly byDepth: ReadonlyMap<number, ReadonlyMap<number, NearPaths>>;
}

const tables = new WeakMap<RouteTable['pages'], PreparedTable>();

function prepared({ pages }: RouteTable): PreparedTable {
  const known = tables.get(pages) ?? prepare(Object.entries(pages));
  tables.set(pages, known);
  return known;
}

/** A table with some of the pages, in the same order. */
const tableOf = (pages: readonly NamedPage[], chosen: Iterable<number>): RouteTable => ({
  pages: Object.fromEntries([...new Set(chosen)].sort((a, b) => a - b).flatMap((page) => pages.slice(page, page + 1))),
});

function prepare(pages: readonly NamedPage[]): PreparedTable {
  const all = pages.flatMap(([, route], page) =>
    languages
      .filter((language) => isIn(route, language))
      .map((language) => ({ page, route, language, path: route.paths[language] })),
  );
  const beginningOf = (path: string): string => path.split('/')[0] ?? '';
  const others = all.filter(({ path }) => path.startsWith(':')).map(({ page }) => page);
  // Old paths are found like present ones.
  const old = all.flatMap((known) => (known.route.was?.[known.language] ?? []).map((path) => ({ ...known, path })));
  const beginnings = Map.groupBy([...all, ...old], ({ path }) => beginningOf(path));
  const suggested = all.filter(({ path }) => path !== '' && !path.includes(':'));
  const depths = Map.groupBy(suggested, ({ path }) => path.split('/').length);
  return {
    byBeginning: new Map(
      [...beginnings].map(([beginning, found]) => [
        beginning,
        tableOf(pages, [...found.map(({ page }) => page), ...others]),
      ]),
    ),
    others: tableOf(pages, others),
    pages,
    plain: new Set(
      all
        .filter(({ route, path }) => !route.query && !route.freeQuery && !route.search && !path.includes(':'))
        .map(({ route, language }) => pathOfRoute(route, language)),
    ),
    byDepth: new Map([...depths].map(([depth, found]) => [depth, byLength(found)])),
  };
}

const byLength = (paths: readonly PagePath[]): ReadonlyMap<number, NearPaths> =>
  new Map([...Map.groupBy(paths, ({ path }) => path.length)].map(([length, found]) => [length, nearPathsOf(found)]));

/** The part of a table that decides which page is at a path: few pages, however many the table has. */
export function pagesNear(table: RouteTable, path: string): RouteTable {
  const { byBeginning, others } = prepared(table);
  return byBeginning.get(path.split('/')[2] ?? '') ?? others;
}

/** As `presentPath`, without comparing every page. */
export const presentPathIn = (table: RouteTable, path: string): string | undefined =>
  presentPath(pagesNear(table, path), path);

/** Whether a path leads to a page whose address has no parameters. */
export const isPlainPage = (table: RouteTable, path: string): boolean => prepared(table).plain.has(path);

/** The page to suggest at an unknown address: the one that `suggestPage` finds, without comparing every page. */
export function suggestionAt(table: RouteTable, path: string, language: Language): PageName | undefined {
  const { pages, byDepth } = prepared(table);
  const segments = askedSegments(path);
  const near = [...byDepth].flatMap(([depth, paths]) => {
    const asked = segments.slice(0, depth).join('/');
    const differences = Array.from({ length: 2 * mostDifferent + 1 }, (_, index) => index - mostDifferent);
    return differences.flatMap((difference) => paths.get(asked.length + difference)?.(asked) ?? []);
  });
  return near.length === 0 ? undefined : suggestPage(tableOf(pages, near), path, language);
}
