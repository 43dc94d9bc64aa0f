import type { Language } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { detectLanguage, languageOfPath } from '@site/shared/i18n/detect.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { type Registry, RemoteUnavailableError } from '../federation/remotes.ts';
import { createNotFoundView, createView, type PreparedView } from '../view/createView.ts';
import { splitUrl } from '../view/splitUrl.ts';
import type { ViewTools } from '../view/ViewTools.ts';
import type { ViewRequest } from '../view/view.ts';
import { isOutdatedTab } from './isOutdatedTab.ts';

/** Makes views for navigation in the browser, ahead of time where the visitor's interest shows. */
export interface ViewLoader {
  /** The view of an address: what was prefetched a moment ago, or a new one. */
  load(url: string, signal: AbortSignal): Promise<PreparedView>;
  /** The 404 page, in the place of what is at an address. */
  notFound(url: string): Promise<PreparedView>;
  /** Begins to load an address that the visitor may go to. */
  prefetch(url: string): void;
}

/** What a loader works with. */
export interface ViewLoaderTools extends Omit<ViewTools, 'signal'> {
  /** The releases that this tab runs. */
  readonly registry: Registry;
}

/** Makes a loader. */
export function createViewLoader(tools: ViewLoaderTools): ViewLoader {
  const prefetched = new Map<string, Promise<PreparedView>>();
  // Remotes that did not load. A browser may keep that failure as long as the document: a new one asks again.
  const unavailable = new Set<string>();
  const isUnavailable = (url: string): boolean => {
    const match = matchPath(splitUrl(url).path);
    return match !== undefined && unavailable.has(pages[match.page].remote);
  };
  const toolsFor = (gone: AbortSignal[]): ViewTools => {
    const budget = AbortSignal.timeout(tools.dataBudget);
    return { ...tools, signal: AbortSignal.any([...gone, budget]) };
  };
  return {
    load: async (url, signal) => {
      const known = prefetched.get(url);
      prefetched.delete(url);
      const request = requestOf(url);
      if (isUnavailable(url)) return await loadWhole(url);
      try {
        // What was prefetched and fails now has had its time: the visitor doesn't wait for it twice.
        return await (known ?? createView(request, toolsFor([signal])));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RemoteUnavailableError) {
          if (await isOutdatedTab(error, url, tools.registry)) return await loadWhole(url);
          unavailable.add(error.remote);
        }
        console.error(`SITE-PAGE ${url} could not be shown.`, error);
        // A developer sees the error above the page before it.
        if (process.env.NODE_ENV === 'development') throw error;
        return await createNotFoundView(request, toolsFor([signal]));
      }
    },
    notFound: (url) => createNotFoundView(requestOf(url), toolsFor([])),
    prefetch: (url) => {
      if (prefetched.has(url) || isUnavailable(url)) return;
      const view = createView(requestOf(url), toolsFor([]));
      prefetched.set(url, view);
      const forget = () => prefetched.get(url) === view && prefetched.delete(url);
      view.catch(forget);
      setTimeout(forget, limits.prefetchKept);
    },
  };
}

/** Leaves this document for the one that the server makes of an address. */
function loadWhole(url: string): Promise<never> {
  window.location.assign(url);
  return new Promise(() => {});
}

function requestOf(url: string): ViewRequest {
  const language: Language = languageOfPath(splitUrl(url).path) ?? detectLanguage(navigator.languages);
  return { url, language };
}
