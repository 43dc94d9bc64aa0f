import type { Language } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { routesPath } from '@site/shared/routes/siteFiles.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';

/** The route table of a tab: the document's, until the server has another. */
export interface LiveRoutes {
  /** The newest that is known, in any language. */
  current(): LanguageRoutes;
  /** The table in a language: the known one, or the server's. Rejects when that doesn't answer. */
  in(language: Language): Promise<LanguageRoutes>;
  /** Asks the server for the table in a language; returns it if it is another one than before. Never fails. */
  refresh(language: Language): Promise<LanguageRoutes | undefined>;
}

/** Creates the route table of a tab. */
export function liveRoutes(first: LanguageRoutes): LiveRoutes {
  const known = new Map([[first.language, first]]);
  let newest = first;
  const ask = async (language: Language): Promise<LanguageRoutes> => {
    const answer = await fetch(routesPath(language), {
      signal: AbortSignal.timeout(limits.remoteLoad),
      priority: 'low',
    });
    if (!answer.ok) throw new Error(`SITE-ROUTES The route table was answered with status ${answer.status}.`);
    return (await answer.json()) as LanguageRoutes;
  };
  const keep = (routes: LanguageRoutes): LanguageRoutes => {
    known.set(routes.language, routes);
    newest = routes;
    return routes;
  };
  return {
    current: () => newest,
    in: async (language) => known.get(language) ?? keep(await ask(language)),
    refresh: async (language) => {
      const before = known.get(language);
      const routes = await ask(language).catch(() => undefined);
      if (!routes || (before && isSame(before, routes))) return undefined;
      return keep(routes);
    },
  };
}

/** Titles are in the documents of 404 pages alone. */
const isSame = ({ titles: _, ...one }: LanguageRoutes, { titles: __, ...other }: LanguageRoutes): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
