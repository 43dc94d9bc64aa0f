import { limits } from '@site/shared/contract/limits.ts';

const firstPaint = 'first-contentful-paint';

/**
 * Calls back, at least once, when the document, which is still being parsed, is painted as a whole, or when the page is hidden.
 * A timeout covers browsers that report no paint.
 */
export function whenPainted(callback: () => void): void {
  addEventListener('visibilitychange', callback, { once: true });
  // A page in a background tab paints nothing.
  const isVisible = document.visibilityState === 'visible';
  if (isVisible) observePaint(callback);
  addEventListener('load', () => (isVisible ? setTimeout(callback, limits.paintReport) : callback()));
}

/** The first paint may follow the load event, which waits for nothing else on the page. */
function observePaint(callback: () => void): void {
  const parsed = performance.now();
  new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName(firstPaint);
    if (!paint) return;
    observer.disconnect();
    // A paint before the document was parsed may show a part of it: the next frame shows the rest.
    if (paint.startTime > parsed) callback();
    else requestAnimationFrame(() => setTimeout(callback));
  }).observe({ type: 'paint', buffered: true });
}
