import type { Language } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { routesPath } from '@site/shared/routes/siteFiles.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';

/**
 * Asks the server for the route table in a language.
 *
 * @param before the known table, returned if the server's is the same
 * @throws {Error} when there is no answer
 */
export async function askRoutes(language: Language, before: LanguageRoutes | undefined): Promise<LanguageRoutes> {
  const signal = AbortSignal.timeout(limits.remoteLoad);
  // Revalidates the browser's copy, which it may otherwise use for a while when stale.
  const answer = await fetch(routesPath(language), { signal, cache: 'no-cache', priority: 'low' });
  if (!answer.ok) throw new Error(`SITE-ROUTES The route table was answered with status ${answer.status}.`);
  const routes = (await answer.json()) as LanguageRoutes;
  return before && isSame(before, routes) ? before : routes;
}

/** Only documents of 404 pages have titles. */
const isSame = ({ titles: _, ...one }: LanguageRoutes, { titles: __, ...other }: LanguageRoutes): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
