import type { Language } from '@site/shared';
import { detectLanguage, languageOfPath } from '@site/shared/i18n/detect.ts';
import { Backstage } from '../app/Backstage.tsx';
import { type Registry, RemoteUnavailableError } from '../federation/remotes.ts';
import { createView, type PreparedView } from '../view/createView.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
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

/** What creating views of this document depends on. */
export interface PrepareTools extends Omit<ViewTools, 'signal' | 'routesIn'> {
  readonly routes: LiveRoutes;
  /** Loads what shows fragments. */
  readonly loadFragments: () => Promise<void>;
}

let prepared = 0;

/** Creates a view of this document, which can be rendered before it is shown. */
export async function prepareView(
  url: string,
  tools: PrepareTools,
  signals: readonly AbortSignal[],
): Promise<PreparedView> {
  const language: Language = languageOfPath(splitUrl(url).path) ?? detectLanguage(navigator.languages);
  const signal = AbortSignal.any([...signals, AbortSignal.timeout(tools.dataBudget)]);
  const { view, head } = await createView({ url, language }, { ...tools, routesIn: tools.routes.in, signal });
  // Without it the page has its fallbacks.
  if (view.routes.fragments) await tools.loadFragments().catch(() => {});
  prepared += 1;
  return { view: { ...view, key: String(prepared), stage: Backstage }, head };
}
