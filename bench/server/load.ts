import autocannon from 'autocannon';
import { processorTime } from '../support/processes.ts';

/** What came of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for each page, in microseconds. */
  readonly processorTime: number;
}

/** What to ask, and of whom. */
export interface LoadOptions {
  readonly url: string;
  readonly encoding: string;
  /** The process that answers. */
  readonly pid: number;
  /** In seconds. */
  readonly duration: number;
}

/** How many connections ask, each for the next page as soon as it has the last. */
const connections = 32;

/**
 * Asks for a page over and over.
 *
 * @throws {Error} when an answer is not the page
 */
export async function load({ url, encoding, pid, duration }: LoadOptions): Promise<LoadResult> {
  const before = processorTime(pid);
  const result = await autocannon({ url, connections, duration, headers: { 'accept-encoding': encoding } });
  const used = processorTime(pid) - before;
  const { requests, latency, errors, non2xx } = result;
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers that are not the page.`);
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    processorTime: (used / requests.total) * 1_000_000,
  };
}
