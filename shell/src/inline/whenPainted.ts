import { limits } from '@site/shared/contract/limits.ts';

const firstPaint = 'first-contentful-paint';

/**
 * Calls back, once or more, when the visitor sees the whole document, or when there is nobody to see it. It always does:
 * a browser need not report a paint at all.
 */
export function whenPainted(callback: () => void): void {
  addEventListener('visibilitychange', callback, { once: true });
  // A page in a background tab paints nothing.
  const isSeen = document.visibilityState === 'visible';
  if (isSeen) observePaint(callback);
  const onLoad = () => (isSeen ? setTimeout(callback, limits.paintReport) : callback());
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}

/** The page's load event may come before its first paint: nothing else in it is awaited. */
function observePaint(callback: () => void): void {
  const parsed = performance.now();
  new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName(firstPaint);
    if (!paint) return;
    observer.disconnect();
    // What was painted while the document was on its way may be a part of it: the rest comes with the next frame.
    if (paint.startTime > parsed) callback();
    else requestAnimationFrame(() => setTimeout(callback));
  }).observe({ type: 'paint', buffered: true });
}
