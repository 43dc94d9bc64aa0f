import { setTimeout as delay } from 'node:timers/promises';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { Readers, type ReadingResult } from './Readers.ts';

/** A site in which something is going to fail. */
export interface FragileSite {
  readonly site: SiteServer;
  /** Makes it fail. */
  readonly fail: () => Promise<void>;
  /** Mends it, as an operator or time would. */
  readonly mend: () => Promise<void>;
  /** Stops everything, and removes what was made for it. */
  readonly close: () => Promise<void>;
}

/** A row of the table of faults. */
export interface Disturbance {
  /** What fails, in a few words. */
  readonly name: string;
  /** Why it can't be tried on this machine, if it can't. */
  readonly cannot?: string | undefined;
  readonly prepare: () => Promise<FragileSite>;
}

/** What visitors got while something failed. */
export interface ChaosResult extends ReadingResult {
  readonly name: string;
  /** From the mending until every page is fresh and the server is ready, in milliseconds. */
  readonly recovered: number;
}

interface ChaosOptions {
  /** How many visitors read at the same time. */
  readonly readers: number;
  /** How long it fails, in milliseconds. */
  readonly duration: number;
}

/** How long a site may take to recover, in milliseconds. */
const patience = 60_000;

/** The time before the fault, under load, in milliseconds. */
const calm = 500;

/** Lets something fail under a site that is being read. */
export async function runChaos(
  { name, prepare }: Disturbance,
  { readers: count, duration }: ChaosOptions,
): Promise<ChaosResult> {
  const { site, fail, mend, close } = await prepare();
  const readers = new Readers(site.origin);
  try {
    await readers.remember();
    readers.come(count);
    await delay(calm);
    await fail();
    await delay(duration);
    await mend();
    const recovered = await readers.recovered(patience);
    return { name, ...readers.result, recovered };
  } finally {
    await readers.leave();
    await close();
  }
}
