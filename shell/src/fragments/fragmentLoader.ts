import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { BootFragment } from '../entry/boot.ts';
import type { FragmentTools, LoadedFragment } from './loadFragment.ts';
import type { FragmentRoot, MountedFragment, SiteOfFragments } from './mountFragment.tsx';

/** A fragment that can be shown at once. */
export interface ReadyFragment {
  readonly loaded: LoadedFragment;
  readonly mount: (element: HTMLElement, root: FragmentRoot) => MountedFragment;
}

/** A fragment that loads. */
export interface LoadingFragment {
  /** Undefined when it can't be shown. Never rejects. */
  readonly promise: Promise<ReadyFragment | undefined>;
  ready?: ReadyFragment | undefined;
}

/** What a tab loads fragments with. */
export type TabTools = Omit<FragmentTools, 'signal'> & SiteOfFragments;

/** Loads fragments in a browser, with what shows them. */
export interface FragmentLoader {
  load(fragment: Pick<FragmentPlaceProps, 'name' | 'props'>, routes: LanguageRoutes): LoadingFragment;
  /** Loads the code of a fragment that the server has rendered. */
  takeOver(served: BootFragment): LoadingFragment;
}

/** What only pages with fragments need: the server names it in their documents. */
const loadSteps = () => import(/* webpackChunkName: "fragments" */ './steps.ts');

/** Creates the loader of a tab. */
export function createFragmentLoader(tools: TabTools): FragmentLoader {
  const start = (ready: Promise<ReadyFragment | undefined>): LoadingFragment => {
    const loading: LoadingFragment = {
      promise: ready.catch((error: unknown) => void console.error('SITE-FRAGMENT A fragment can’t be shown.', error)),
    };
    void loading.promise.then((value) => {
      loading.ready = value;
    });
    return loading;
  };
  return {
    load: (asked, routes) => start(loadSteps().then(({ readyAsked }) => readyAsked(asked, routes, tools))),
    takeOver: (served) => start(loadSteps().then(({ readyServed }) => readyServed(served, tools))),
  };
}
