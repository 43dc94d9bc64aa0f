import type { Language } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { routesPath } from '@site/shared/routes/siteFiles.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';

/**
 * Asks the server for the route table in a language.
 *
 * @param before what is known of it: returned if the answer is the same
 * @throws {Error} when there is no answer
 */
export async function askRoutes(language: Language, before: LanguageRoutes | undefined): Promise<LanguageRoutes> {
  const signal = AbortSignal.timeout(limits.remoteLoad);
  // Asks whether the browser's copy is still right: a browser may use one that is stale for a while.
  const answer = await fetch(routesPath(language), { signal, cache: 'no-cache', priority: 'low' });
  if (!answer.ok) throw new Error(`SITE-ROUTES The route table was answered with status ${answer.status}.`);
  const routes = (await answer.json()) as LanguageRoutes;
  return before && isSame(before, routes) ? before : routes;
}

/** Titles are in the documents of 404 pages alone. */
const isSame = ({ titles: _, ...one }: LanguageRoutes, { titles: __, ...other }: LanguageRoutes): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
