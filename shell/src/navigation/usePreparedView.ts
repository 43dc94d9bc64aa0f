import { limits } from '@site/shared/contract/limits.ts';
import type { i18n as I18n } from 'i18next';
import { type Dispatch, startTransition, useEffect, useState } from 'react';
import type { PreparedView } from '../view/createView.ts';
import type { View } from '../view/view.ts';
import type { ViewLoader } from './viewLoader.ts';

/**
 * The view that the visitor may want next, to be rendered ahead: one at a time, the latest, while it is fresh. It renders with
 * the texts and links of the active language, so a view in another language waits for the click.
 */
export function usePreparedView(loader: ViewLoader, i18n: I18n): [View | undefined, Dispatch<undefined>] {
  const [next, setNext] = useState<View>();
  useEffect(() => {
    prefetchLinks(loader, ({ view }) => {
      if (view.request.language !== i18n.language) return;
      startTransition(() => setNext(view));
      // By then the loader has forgotten it.
      setTimeout(() => setNext((latest) => (latest === view ? undefined : latest)), limits.prefetchKept);
    });
  }, [loader, i18n]);
  return [next, setNext];
}

/**
 * Prefetches a link's page when the link is hovered, focused or touched, unless the visitor saves data.
 *
 * @param onReady called with the page of the last such link
 */
function prefetchLinks({ read, prefetch }: ViewLoader, onReady: (prepared: PreparedView) => void): void {
  let wanted = '';
  const onInterest = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.target || link.pathname === '/') return;
    const { url } = read(link.pathname + link.search);
    if (url === read(window.location.pathname + window.location.search).url || savesData()) return;
    wanted = url;
    // A failure is met again after the click.
    prefetch(url)?.then(
      (prepared) => wanted === url && onReady(prepared),
      () => {},
    );
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onInterest, { passive: true });
}

declare global {
  interface Navigator {
    /** Not in every browser: https://wicg.github.io/savedata/ */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether the visitor has asked the browser to save data. */
const savesData = (): boolean => navigator.connection?.saveData === true;
