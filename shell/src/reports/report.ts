import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';

/** Reports to the site's server, in the background. Exported pages have none. */
export function report(beacon: Beacon): void {
  if (document.documentElement.dataset.exported === undefined) navigator.sendBeacon(beaconPath, JSON.stringify(beacon));
}
