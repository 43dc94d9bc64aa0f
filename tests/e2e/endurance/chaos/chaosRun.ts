import { setTimeout as delay } from 'node:timers/promises';
import { selectMessages } from '@site/api/contact/store.ts';
import { type DatabaseOptions, openDatabase } from '@site/api/database/open.ts';
import { firingAlerts, metricsToken, type Scrape, scrape } from '@site/testkit/alerts.ts';
import { type SiteOptions, type SiteServer, startSite } from '@site/testkit/site/servers.ts';
import { Readers, type ReadingResult } from './Readers.ts';
import { Writers, type WritingResult } from './Writers.ts';

/** A site in which something is going to fail. */
export interface FragileSite {
  readonly site: SiteServer;
  /** Makes it fail. */
  readonly fail: () => Promise<void>;
  /** Fixes it, as an operator or time would. */
  readonly fix: () => Promise<void>;
  /** The subjects of the messages that are stored; by default those in the database of the site's data folder. */
  readonly stored?: () => Promise<readonly string[]>;
  /** Whether its API is a third party's, which doesn't recognize resent messages. */
  readonly hasPlainApi?: boolean;
  /** Stops everything, and removes its files. */
  readonly close: () => Promise<void>;
}

/** Starts a site whose metrics can be read. */
export const startFragile = ({ environment, ...options }: SiteOptions = {}): Promise<SiteServer> =>
  startSite({ ...options, environment: { METRICS_TOKEN: metricsToken, ...environment } });

/** The subjects of the messages in a database. */
export async function subjectsIn(options: DatabaseOptions): Promise<readonly string[]> {
  const database = await openDatabase(options);
  try {
    return (await selectMessages(database)).map(({ subject }) => subject);
  } finally {
    await database.destroy();
  }
}

/** A row of the table of faults. */
export interface Disturbance {
  /** What fails, in a few words. */
  readonly name: string;
  /** The alert that must fire; undefined for faults that cost visitors nothing and need no attention. */
  readonly alert: string | undefined;
  /** Why it can't be tried on this machine, if it can't. */
  readonly cannot?: string | undefined;
  readonly prepare: () => Promise<FragileSite>;
}

/** What visitors got while something failed. */
export interface ChaosResult extends ReadingResult, WritingResult {
  readonly name: string;
  /** The alerts that fire; undefined without Prometheus' tool. */
  readonly alerts: readonly string[] | undefined;
  /** From the fix until every page is fresh and the server is ready, in milliseconds. */
  readonly recovered: number;
}

interface ChaosOptions {
  /** How many visitors read at the same time. */
  readonly readers: number;
  /** How long the fault lasts, in milliseconds. */
  readonly duration: number;
  /** The path of Prometheus' own tool, which evaluates the alerts. */
  readonly promtool: string | undefined;
}

/** How many visitors write at the same time. */
const writerCount = 2;

/** How long a site may take to recover, and an alert to fire, in milliseconds. */
const patience = 60_000;

/** The time before the fault, under load, in milliseconds. */
const calm = 500;

/** Causes a fault in a site while visitors read it and write to it. */
export async function runChaos(
  { name, alert, prepare }: Disturbance,
  { readers: count, duration, promtool }: ChaosOptions,
): Promise<ChaosResult> {
  const fragile = await prepare();
  const { site, fail, fix, close, stored = () => subjectsIn({ dataDir: site.dataDir }) } = fragile;
  const readers = new Readers(site.origin);
  const writers = new Writers(site.origin);
  try {
    await readers.remember();
    readers.come(count);
    writers.come(writerCount);
    await delay(calm);
    const before = await scrape({ site: [site] });
    await fail();
    await delay(duration);
    const alerts = promtool === undefined ? undefined : await alertsOf(site, { promtool, before, expected: alert });
    await fix();
    const recovered = await readers.recovered(patience);
    await writers.leave();
    const written = await writers.compare(stored, fragile.hasPlainApi !== true);
    return { name, ...readers.result, ...written, alerts, recovered };
  } finally {
    await Promise.all([readers.leave(), writers.leave()]);
    await close();
  }
}

interface AlertOptions {
  readonly promtool: string;
  /** The metrics before the fault. */
  readonly before: Scrape;
  readonly expected: string | undefined;
}

/**
 * The alerts of a fault. Waits until the expected one fires: a loop is detected when it has used up its CPU time, which
 * doesn't pass while it waits for a processor.
 */
async function alertsOf(site: SiteServer, { promtool, before, expected }: AlertOptions): Promise<readonly string[]> {
  const end = performance.now() + patience;
  for (;;) {
    const alerts = await firingAlerts(promtool, before, await scrape({ site: [site] }));
    if (expected === undefined || alerts.includes(expected) || performance.now() > end) return alerts;
    await delay(calm);
  }
}
