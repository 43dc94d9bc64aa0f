import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { keptHtml, useIsHydration } from '../app/serverHtml.ts';
import type { BootFragment } from '../entry/boot.ts';
import { useSiteRoutes } from '../layout/siteRoutes.ts';
import { type FragmentTools, type LoadedFragment, loadFragment, loadFragmentModule } from './loadFragment.ts';
import { type MountedFragment, mountFragment, type SiteOfFragments } from './mountFragment.tsx';

/** What a tab shows fragments with. */
export type TabTools = Omit<FragmentTools, 'signal'> & SiteOfFragments;

export interface BrowserFragmentProps {
  readonly place: FragmentPlaceProps;
  readonly id: string;
  /** What the server has filled in; null for HTML whose code mustn't run here. */
  readonly first: BootFragment | null | 'elsewhere' | undefined;
  readonly tools: TabTools;
}

/**
 * A fragment in a browser. It has a root of its own, so that it can neither keep the page from being hydrated nor take it along when it
 * fails.
 */
export function BrowserFragment({ place, id, first, tools }: BrowserFragmentProps) {
  const { name, props, fallback } = place;
  const isServers = useIsHydration() && first !== 'elsewhere';
  const routes = useSiteRoutes();
  const { navigator } = useContext(NavigationContext);
  const asked = JSON.stringify([routes.language, name, props]);
  // Of a place that the server left open, the fallback stays until the page asks for something else.
  const [start] = useState({ asked, isServers, served: isServers ? first : undefined });
  const isFirst = start.isServers && asked === start.asked;
  const loading = useLoading(asked, () => {
    if (!isFirst) return loadAsked(place, routes, tools);
    return start.served ? loadServed(start.served, tools) : undefined;
  });
  const [shown, setShown] = useState<LoadedFragment>();
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedFragment>(undefined);

  useLayoutEffect(() => {
    let isWanted = true;
    if (loading?.loaded) setShown(loading.loaded);
    else void loading?.promise.then((loaded) => isWanted && setShown(loaded));
    return () => {
      isWanted = false;
    };
  }, [loading]);

  useLayoutEffect(() => {
    if (!shown || !element.current) return;
    const { served } = start;
    mounted.current ??= mountFragment(element.current, { id, served: served ?? undefined }, tools);
    mounted.current.show(shown, { routes, navigator, onFailure: () => !served && setShown(undefined) });
  }, [shown, routes, navigator, start, id, tools]);

  const hasRoot = shown !== undefined || start.served !== undefined;
  useLayoutEffect(() => {
    if (!hasRoot) return;
    return () => {
      mounted.current?.end();
      mounted.current = undefined;
    };
  }, [hasRoot]);

  if (start.served !== undefined) return <div ref={element} data-fragment={name} {...keptHtml} />;
  if (!shown) return <div data-fragment={name}>{fallback}</div>;
  return <div key="own" ref={element} data-fragment={name} />;
}

interface Loading {
  readonly promise: Promise<LoadedFragment | undefined>;
  loaded?: LoadedFragment | undefined;
}

/** Loads when what is asked for changes. Not in an effect: a page that is rendered ahead runs none. */
function useLoading(asked: string, load: () => Promise<LoadedFragment> | undefined): Loading | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says what is loaded
  return useMemo(() => {
    const promise = load()?.catch((error: unknown) => {
      console.error('SITE-FRAGMENT A fragment can’t be shown.', error);
      return undefined;
    });
    if (!promise) return undefined;
    const loading: Loading = { promise };
    void promise.then((loaded) => {
      loading.loaded = loaded;
    });
    return loading;
  }, [asked]);
}

/** @throws {Error} when nobody has the fragment, or it can't be loaded */
async function loadAsked({ name, props }: FragmentPlaceProps, routes: LanguageRoutes, tools: TabTools) {
  const route = routes.fragments?.[name];
  if (!route) throw new Error(`Nobody has the fragment "${name}".`);
  const signal = AbortSignal.timeout(tools.dataBudget);
  return await loadFragment({ props, route, language: routes.language, routes }, { ...tools, signal });
}

/** @throws {RemoteUnavailableError} */
async function loadServed(served: BootFragment, tools: TabTools): Promise<LoadedFragment> {
  const { data, props, language } = served;
  const loaded = await loadFragmentModule(served, tools.loadPage);
  // Its messages came inline, without the modules that hot reload replaces.
  if (process.env.NODE_ENV === 'development') void tools.loadMessages(loaded.fragment.strings, language);
  return { ...loaded, data, props, language };
}
