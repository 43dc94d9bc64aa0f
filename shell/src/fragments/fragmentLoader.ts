import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { BootFragment } from '../entry/boot.ts';
import { type FragmentTools, type LoadedFragment, loadFragment, loadFragmentModule } from './loadFragment.ts';
import type { FragmentRoot, SiteOfFragments } from './mountFragment.tsx';

/** A fragment that can be shown at once. */
export interface ReadyFragment {
  readonly loaded: LoadedFragment;
  readonly mount: (element: HTMLElement, root: FragmentRoot) => MountedFragment;
}

/** A fragment in the page. */
export type MountedFragment = ReturnType<typeof import('./mountFragment.tsx').mountFragment>;

/** A fragment that loads. */
export interface LoadingFragment {
  /** Undefined when it can't be shown. Never rejects. */
  readonly promise: Promise<ReadyFragment | undefined>;
  ready?: ReadyFragment | undefined;
}

/** Loads fragments in a browser, with what shows them. */
export interface FragmentLoader {
  load(fragment: Pick<FragmentPlaceProps, 'name' | 'props'>, routes: LanguageRoutes): LoadingFragment;
  /** Loads the code of a fragment that the server has rendered. */
  takeOver(served: BootFragment): LoadingFragment;
}

/** Creates the loader of a tab. */
export function createFragmentLoader(tools: Omit<FragmentTools, 'signal'>, site: SiteOfFragments): FragmentLoader {
  const start = (name: string, load: () => Promise<LoadedFragment>): LoadingFragment => {
    const loading: LoadingFragment = { promise: whenReady(load, site).catch((error) => noteFailure(name, error)) };
    void loading.promise.then((ready) => {
      loading.ready = ready;
    });
    return loading;
  };
  return {
    load: ({ name, props }, routes) =>
      start(name, async () => {
        const route = routes.fragments?.[name];
        if (!route) throw new Error('Nobody has it.');
        const signal = AbortSignal.timeout(tools.dataBudget);
        return await loadFragment({ props, route, language: routes.language, routes }, { ...tools, signal });
      }),
    takeOver: (served) =>
      start(served.name, async () => {
        const { data, props, language } = served;
        return { ...(await loadFragmentModule(served, tools.loadPage)), data, props, language };
      }),
  };
}

async function whenReady(load: () => Promise<LoadedFragment>, site: SiteOfFragments): Promise<ReadyFragment> {
  const [loaded, { mountFragment }] = await Promise.all([
    load(),
    import(/* webpackChunkName: "fragments" */ './mountFragment.tsx'),
  ]);
  return { loaded, mount: (element, root) => mountFragment(element, root, site) };
}

function noteFailure(name: string, error: unknown): undefined {
  console.error(`SITE-FRAGMENT The fragment "${name}" can’t be shown.`, error);
}
