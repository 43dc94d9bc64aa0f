import { type Registry, RemoteUnavailableError } from '../federation/remotes.ts';
import type { PreparedView } from '../view/createView.ts';
import { isOutdatedTab } from './isOutdatedTab.ts';
import type { LiveRoutes } from './liveRoutes.ts';
import { loadWhole } from './loadWhole.ts';

interface LoadTools {
  readonly routes: LiveRoutes;
  readonly registry: Registry;
  readonly signal: AbortSignal;
}

/**
 * Loads the view of a URL.
 *
 * @param load creates the view; without it, only the server can show it
 * @throws {UnreachableError}
 */
export async function loadView(
  url: string,
  load: (() => Promise<PreparedView>) | undefined,
  { routes, registry, signal }: LoadTools,
): Promise<PreparedView> {
  if (!load) return await loadWhole(url, signal);
  try {
    // A prefetched view that fails has used its time: the visitor doesn't wait for it twice.
    const prepared = await load();
    const { view } = prepared;
    const latest = await routes.in(view.request.language);
    // A prefetched view may be older than the table. One that isn't may be rendered already: it stays the same object.
    return view.routes === latest ? prepared : { ...prepared, view: { ...view, routes: latest } };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RemoteUnavailableError && (await isOutdatedTab(error, url, registry)))
      return await loadWhole(url, signal);
    console.error(`SITE-PAGE ${url} could not be shown.`, error);
    // In development the error shows above the previous page.
    if (process.env.NODE_ENV === 'development') throw error;
    // The server's page needs no code in the browser.
    return await loadWhole(url, signal);
  }
}
