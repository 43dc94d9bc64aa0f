import { limits } from '@site/shared/contract/limits.ts';
import { currentTable } from '@site/shared/routes/currentTable.ts';
import { matchPath, type PageUrl, readPageUrl } from '@site/shared/routes/path.ts';
import { presentPath } from '@site/shared/routes/presentPath.ts';
import type { Registry } from '../federation/remotes.ts';
import type { PreparedView } from '../view/createView.ts';
import { splitUrl } from '../view/view.ts';
import type { ViewSource } from './followAddress.ts';
import type { PrepareTools } from './loadView.ts';

/** Creates views for navigation in the browser, and prefetches those that the visitor may want next. */
export interface ViewLoader extends ViewSource {
  /** Parses an address: path and query. */
  read(address: string): PageUrl;
  /** Where the page of a path is now, if it has moved. */
  present(path: string): string | undefined;
  /** Starts to load a URL that the visitor may go to, unless only the server can show it. */
  prefetch(url: string): Promise<PreparedView> | undefined;
}

interface ViewLoaderTools extends PrepareTools {
  /** The address of a first view that is the 404 page: the server knows no page there. */
  readonly missing?: string | undefined;
  /** The releases that this tab runs. */
  readonly registry: Registry;
}

/** What browsers need only to navigate: a chunk that they load when the visitor is about to. */
export const loadSteps = () => import(/* webpackChunkName: "navigation" */ './steps.ts');

/** Creates a view loader. */
export function createViewLoader(tools: ViewLoaderTools): ViewLoader {
  const prefetched = new Map<string, Promise<PreparedView>>();
  const isUnavailable = (url: string): boolean => {
    const { path } = splitUrl(url);
    const match = matchPath(currentTable(), path);
    // The server may now have a page that this tab doesn't know, or whose remote's files it lacks.
    if (!match) return url !== tools.missing;
    return !tools.registry[match.route.remote];
  };
  const create = async (url: string, ...signals: AbortSignal[]): Promise<PreparedView> =>
    (await loadSteps()).prepareView(url, tools, signals);
  return {
    read: (address) => readPageUrl(currentTable(), address),
    present: (path) => presentPath(currentTable(), path),
    askRoutes: tools.routes.ask,
    load: async (url, signal) => {
      const known = prefetched.get(url);
      prefetched.delete(url);
      const { loadView } = await loadSteps();
      const load = isUnavailable(url) ? undefined : () => known ?? create(url, signal);
      return await loadView(url, load, { ...tools, signal });
    },
    prefetch: (url) => {
      const known = prefetched.get(url);
      if (known || isUnavailable(url)) return known;
      const view = create(url);
      prefetched.set(url, view);
      const forget = () => prefetched.get(url) === view && prefetched.delete(url);
      view.then(() => setTimeout(forget, limits.prefetchKept), forget);
      return view;
    },
  };
}
