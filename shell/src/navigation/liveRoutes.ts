import type { Language } from '@site/shared';
import { setTable } from '@site/shared/routes/currentTable.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';

/** The route table of a tab: the document's, until the server has a newer one. Addresses are matched with the newest. */
export interface LiveRoutes {
  /** The table in a language: the known one, or the server's. Rejects when the server doesn't answer. */
  in(language: Language): Promise<LanguageRoutes>;
  /** The server's table in a language; the known object if it is equal. Rejects when the server doesn't answer. */
  ask(language: Language): Promise<LanguageRoutes>;
}

/** Creates the route table of a tab. */
export function liveRoutes(first: LanguageRoutes): LiveRoutes {
  const known = new Map([[first.language, first]]);
  setTable(first);
  const ask = async (language: Language): Promise<LanguageRoutes> => {
    // In browsers a separate chunk: a first view doesn't need it.
    const { askRoutes } = await import(/* webpackChunkName: "navigation" */ './askRoutes.ts');
    const routes = await askRoutes(language, known.get(language));
    known.set(language, routes);
    setTable(routes);
    return routes;
  };
  return { in: async (language) => known.get(language) ?? ask(language), ask };
}
