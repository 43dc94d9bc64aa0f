import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';

/**
 * Reports to the site's server, in the background, also while the page is left. Exported pages have none.
 *
 * `sendBeacon` would send the visitor's cookies along.
 */
export function report(beacon: Beacon): void {
  if (document.documentElement.dataset.exported !== undefined) return;
  const request = { method: 'POST', body: JSON.stringify(beacon), keepalive: true, credentials: 'omit' } as const;
  // Nobody waits for it: what doesn't arrive isn't counted.
  fetch(beaconPath, request).catch(() => {});
}
