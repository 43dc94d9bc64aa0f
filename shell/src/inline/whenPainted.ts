const largestPaint = 'largest-contentful-paint';

/** Calls back, once or more, when the visitor sees the whole document, or when there is nobody to see it. */
export function whenPainted(callback: () => void): void {
  addEventListener('visibilitychange', callback, { once: true });
  // A page in a background tab paints nothing, and not every browser reports its largest paint.
  const isReported = PerformanceObserver.supportedEntryTypes.includes(largestPaint);
  if (isReported && document.visibilityState === 'visible') observePaint(callback);
  else if (document.readyState === 'complete') callback();
  else addEventListener('load', callback, { once: true });
}

/** The page's load event may come before its first paint: nothing else in it is awaited. */
function observePaint(callback: () => void): void {
  const parsed = performance.now();
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    // What was painted while the document was on its way may be a part of it: the rest comes with the next frame.
    const isWhole = list.getEntries().some(({ startTime }) => startTime > parsed);
    if (isWhole) callback();
    else requestAnimationFrame(() => setTimeout(callback));
  }).observe({ type: largestPaint, buffered: true });
}
