import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { starts } from '@site/testkit/debianPackages.ts';
import { processorTime } from '@site/testkit/measure/processes.ts';
import autocannon from 'autocannon';

/** The result of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The server's processor time per page, in microseconds. */
  readonly processorTime: number;
}

/** What to request, and how. */
export interface LoadRequest {
  readonly url: string;
  /** Paths to request by turns, instead of the path of `url`. */
  readonly paths?: readonly string[];
  /** Whether the expected page is the 404 page. */
  readonly isMissing?: boolean;
  readonly encoding: string;
  /** In seconds. */
  readonly duration: number;
  /** Number of connections; each makes one request after the other. */
  readonly connections: number;
}

/** The report of a load generator. */
export interface LoadReport extends Pick<LoadResult, 'p50' | 'p99'> {
  readonly answers: number;
  /** How long it took, in seconds. */
  readonly duration: number;
  /** Broken connections and timeouts. */
  readonly failures: number;
  /** Responses with a status of 400 or more. */
  readonly errorStatuses: number;
}

/** A program that requests a page over and over. */
export interface LoadGenerator {
  readonly name: string;
  readonly run: (request: LoadRequest) => Promise<LoadReport>;
}

/**
 * Puts load on a server.
 *
 * @param pids the server's processes
 * @throws {Error} when a response is not the expected page
 */
export async function load(
  generator: LoadGenerator,
  pids: readonly number[],
  request: LoadRequest,
): Promise<LoadResult> {
  const before = processorTimeOf(pids);
  const { answers, duration, failures: broken, errorStatuses, p50, p99 } = await generator.run(request);
  const used = processorTimeOf(pids) - before;
  const failures = broken + (request.isMissing ? answers - errorStatuses : errorStatuses);
  if (failures > 0) throw new Error(`${request.url}: ${failures} of ${answers} answers are not the page.`);
  return { perSecond: answers / duration, p50, p99, processorTime: (used / answers) * 1_000_000 };
}

/** Processor time that processes have used together, in seconds. */
export const processorTimeOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + processorTime(pid), 0);

/** wrk if it is installed, or else autocannon. */
export async function loadGenerator(): Promise<LoadGenerator> {
  // wrk exits with an error when it only prints its version.
  return (await starts('sh', '-c', 'command -v wrk')) ? withWrk : withAutocannon;
}

/** Runs on Node, but makes fewer requests per second than a plain server can answer. */
const withAutocannon: LoadGenerator = {
  name: 'autocannon',
  run: async ({ url, paths, encoding, duration, connections }) => {
    const requests = paths?.map((path) => ({ path }));
    const headers = { 'accept-encoding': encoding };
    const result = await autocannon({ url, connections, duration, headers, ...(requests && { requests }) });
    const { latency, errors, non2xx } = result;
    return {
      answers: result.requests.total,
      duration: result.duration,
      failures: errors,
      errorStatuses: non2xx,
      p50: latency.p50,
      p99: latency.p99,
    };
  },
};

const run = promisify(execFile);
const report = join(import.meta.dirname, 'report.lua');

/** Written in C: leaves more of the processors to the servers. */
const withWrk: LoadGenerator = {
  name: 'wrk',
  run: async ({ url, paths = [], encoding, duration, connections }) => {
    const { stdout } = await run('wrk', [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${duration}s`],
      ...['--header', `accept-encoding: ${encoding}`, '--script', report, url],
      ...(paths.length > 0 ? ['--', ...paths] : []),
    ]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LoadReport;
  },
};
