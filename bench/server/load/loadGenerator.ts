import { starts } from '@site/kit/debian/unpackPackages.ts';
import type { LoadGenerator } from './load.ts';
import { withAutocannon } from './withAutocannon.ts';
import { withWrk } from './withWrk.ts';

/** The machine's own wrk, or else what the project brings. */
export async function loadGenerator(): Promise<LoadGenerator> {
  // It has no way to ask for nothing but its version, and takes that for a mistake.
  return (await starts('sh', '-c', 'command -v wrk')) ? withWrk : withAutocannon;
}
