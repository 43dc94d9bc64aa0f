import { readPageUrl } from '@site/shared/routes/path.ts';
import { savesData } from './savesData.ts';
import type { ViewLoader } from './viewLoader.ts';

/** Loads the page behind a link as soon as the link is hovered, focused or touched, unless the visitor saves data. */
export function prefetchLinks({ prefetch }: ViewLoader): void {
  const onInterest = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.target || link.pathname === '/') return;
    const { url } = readPageUrl(link.pathname + link.search);
    if (url !== readPageUrl(window.location.pathname + window.location.search).url && !savesData()) prefetch(url);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onInterest, { passive: true });
}
