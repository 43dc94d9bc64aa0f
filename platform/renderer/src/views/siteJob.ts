import type { Release } from '@site/releases/Release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { routesIn, type SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { Registry } from '@site/shell/federation/remotes.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';

const tables = new WeakMap<SiteRoutes, Map<Language, RenderJob['routes']>>();

/** As `routesIn`, once for each table: it has every page of the site. */
export function knownRoutes(language: Language, routes: SiteRoutes): RenderJob['routes'] {
  const ofTable = tables.get(routes) ?? new Map<Language, RenderJob['routes']>();
  tables.set(routes, ofTable);
  const known = ofTable.get(language) ?? routesIn(language, routes);
  ofTable.set(language, known);
  return known;
}

/** The releases of remotes as jobs and documents name them. */
export const registryOf = (remotes: ReadonlyMap<string, Release>): Registry =>
  Object.fromEntries(
    [...remotes.values()].map(({ manifest }) => {
      const { name, version, publicPath, entry } = manifest;
      return [name, { release: version, entry: publicPath + entry }];
    }),
  );
