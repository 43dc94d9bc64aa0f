import type { ApiClient } from '@site/shared';
import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import { homePath } from '@site/shared/routes/path.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { type Navigator, Router } from 'react-router-dom';
import { RemoteBoundary } from '../app/RemoteBoundary.tsx';
import type { BootFragment } from '../entry/boot.ts';
import { FragmentSite } from './FragmentSite.tsx';
import type { LoadedFragment } from './loadFragment.ts';

/** What all fragments of a tab are rendered with. */
export interface SiteOfFragments {
  readonly api: ApiClient;
  readonly i18n: I18n;
  /** Shows the fragments inside of them. */
  readonly place: ComponentType<FragmentPlaceProps>;
}

/** What a fragment's root is made with. */
export interface FragmentRoot {
  /** Tells the ids in it from those of other roots. */
  readonly id: string;
  /** What the server has rendered into the element, if anything. */
  readonly served: BootFragment | undefined;
}

/** A fragment in the page. */
export interface MountedFragment {
  /** Shows other data, or the same in other surroundings. */
  show(loaded: LoadedFragment, surroundings: Surroundings): void;
  end(): void;
}

interface Surroundings {
  readonly routes: LanguageRoutes;
  readonly navigator: Navigator;
  /** Called when it throws while it renders. */
  readonly onFailure: () => void;
}

/** Shows a fragment in an element, in a root of its own: what the server has rendered there becomes its own. */
export function mountFragment(
  element: HTMLElement,
  { id, served }: FragmentRoot,
  { api, i18n, place }: SiteOfFragments,
): MountedFragment {
  const before = served && [...element.cloneNode(true).childNodes];
  let root: Root | undefined;
  const contentOf = (loaded: LoadedFragment, { routes, navigator, onFailure }: Surroundings) => {
    const fail = () => {
      onFailure();
      // A visitor may be reading what the server has sent.
      if (before) queueMicrotask(() => element.replaceChildren(...before));
    };
    return (
      <Router location={homePath(loaded.language)} navigator={navigator}>
        <RemoteBoundary key={loaded.release} origin={loaded} fallback={null} onFailure={fail}>
          <FragmentSite {...{ loaded, api, i18n, routes, place }} />
        </RemoteBoundary>
      </Router>
    );
  };
  return {
    show: (loaded, surroundings) => {
      const content = contentOf(loaded, surroundings);
      if (root) root.render(content);
      // Where the page has asked for something else by now, what the server has rendered isn't what it gets.
      else if (served && loaded.props === served.props)
        root = hydrateRoot(element, content, { identifierPrefix: served.prefix });
      else {
        const created = createRoot(element, { identifierPrefix: id });
        root = created;
        // Before the next paint, so that nothing moves.
        queueMicrotask(() => flushSync(() => created.render(content)));
      }
    },
    // React may be rendering the page around it.
    end: () => queueMicrotask(() => root?.unmount()),
  };
}
