import { useSyncExternalStore } from 'react';

/** Whether the page is scrolled further down than a distance in pixels. On the server it is at its top. */
export function useScrolledPast(distance: number): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > distance,
    () => false,
  );
}

function subscribeToScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  return () => window.removeEventListener('scroll', notify);
}
