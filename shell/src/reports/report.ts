import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';

/**
 * Reports to the site's server in the background, even while the visitor leaves the page. Exported pages have no server.
 *
 * `sendBeacon` would send the visitor's cookies along.
 */
export function report(beacon: Beacon): void {
  if (document.documentElement.dataset.exported !== undefined) return;
  const request = { method: 'POST', body: JSON.stringify(beacon), keepalive: true, credentials: 'omit' } as const;
  // A report that doesn't arrive isn't counted.
  fetch(beaconPath, request).catch(() => {});
}

/** Reports a remote that didn't load or threw. */
export function reportFailure(remote: string, release: string, error: unknown): void {
  report({ failure: { remote, release, at: scriptPlaces(error) } });
}

/** An address of one of the site's own scripts with line and column, as in the stack traces of every browser. */
const place = /\/assets\/[^\s?:()]+\.js(?:\?retry=1)?:\d+:\d+/g;

/** Where in the site's own scripts an error was thrown: the first places of its stack trace, and nothing else of it. */
export function scriptPlaces(error: unknown): string[] {
  let first = error;
  while (first instanceof Error && first.cause) first = first.cause;
  return (first instanceof Error && first.stack?.match(place)?.slice(0, 3)) || [];
}
