import { type Language, languages, type PageName } from '@site/shared';
import { hasParams, homePath, pathOfRoute } from '@site/shared/routes/path.ts';
import { isIn, type LanguageRoutes, routeOf } from '@site/shared/routes/table.ts';

/** A page of the route table, or the 404 page. */
export type LayoutPage = PageName | 'not-found';

/** The languages that the shown page isn't in. The 404 page is in all. */
export function missingLanguages(table: LanguageRoutes, page: LayoutPage): readonly Language[] {
  const route = routeOf(table, page);
  return route ? languages.filter((language) => !isIn(route, language)) : [];
}

/**
 * The path in another language of the nearest page above the shown one: `/en/services` for the French page
 * `/fr/services/soldes`. The home page without such a page.
 */
export function nearestPath(table: LanguageRoutes, page: LayoutPage, language: Language): string {
  const segments = routeOf(table, page)?.paths[table.language].split('/') ?? [];
  const above = segments.map((_, count) => segments.slice(0, count).join('/')).reverse();
  const nearest = above.flatMap((path) =>
    Object.values(table.pages).filter((route) => route.paths[table.language] === path && isIn(route, language)),
  );
  const route = nearest.find((found) => !hasParams(found, language));
  return route ? pathOfRoute(route, language) : homePath(language);
}
