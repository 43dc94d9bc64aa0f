import { isLanguage } from '../i18n/languages.ts';
import { hasParams, matchPath, matchSegments, pathOfRoute } from './path.ts';
import { isIn, type RouteTable } from './table.ts';

/**
 * Where the page that used to be at a path is now; undefined when there was none, or when a page is there now. An old path
 * without parameters comes before a present path with parameters: it was a page of its own.
 */
export function presentPath(table: RouteTable, path: string): string | undefined {
  const [, language, ...segments] = path.split('/');
  if (!isLanguage(language)) return undefined;
  const there = matchPath(table, path);
  if (there && !hasParams(there.route, language)) return undefined;
  const moved = Object.values(table.pages).flatMap((route) =>
    (route.was?.[language] ?? []).flatMap((pattern) => {
      const params = isIn(route, language) ? matchSegments(pattern, segments) : undefined;
      return params ? [{ route, params, isPlain: !pattern.includes(':') }] : [];
    }),
  );
  const found = moved.find(({ isPlain }) => isPlain) ?? (there ? undefined : moved[0]);
  return found && pathOfRoute(found.route, language, found.params);
}
