import { languages } from '@site/shared/i18n/languages.ts';
import { hasParams, matchPath, pathOfRoute } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import { rendererLimits } from '../limits.ts';

/**
 * The remotes of the pages that a page links to. A tab navigates to no others without a page load, so the document leaves out
 * their addresses and hashes. Otherwise it would grow with every remote of the site.
 */
export function linkedRemotes(html: string, table: RouteTable): Set<string> {
  const { remotes, others } = indexOf(table);
  const paths = new Set<string>();
  for (const [, path = ''] of html.matchAll(/\shref="([^"?#]*)/g)) {
    if (paths.size < rendererLimits.answer.links) paths.add(path);
  }
  return new Set([...paths].flatMap((path) => remotes.get(path) ?? matchPath(others, path)?.route.remote ?? []));
}

/** An index of a route table: to match every link with every page would take milliseconds on a large site. */
interface TableIndex {
  /** By the paths of pages without parameters. */
  readonly remotes: ReadonlyMap<string, string>;
  /** The pages with parameters. */
  readonly others: RouteTable;
}

const known = new WeakMap<RouteTable, TableIndex>();

function indexOf(table: RouteTable): TableIndex {
  const index = known.get(table) ?? makeIndex(table);
  known.set(table, index);
  return index;
}

function makeIndex({ pages }: RouteTable): TableIndex {
  const all = Object.entries(pages).flatMap(([name, route]) =>
    languages.map((language) => ({ name, route, language, isPlain: !hasParams(route, language) })),
  );
  const plain = all.filter(({ isPlain }) => isPlain);
  const others = all.filter(({ isPlain }) => !isPlain);
  return {
    // Of two pages with the same path, the first counts.
    remotes: new Map(plain.reverse().map(({ route, language }) => [pathOfRoute(route, language), route.remote])),
    others: { pages: Object.fromEntries(others.map(({ name, route }) => [name, route])) },
  };
}
