import { processorTime } from '@site/testkit/measure/processes.ts';

/** What came of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for each page, in microseconds. */
  readonly processorTime: number;
}

/** What to ask for. */
export interface LoadRequest {
  readonly url: string;
  /** Whether the page there is the 404 page. */
  readonly isMissing?: boolean;
  readonly encoding: string;
  /** In seconds. */
  readonly duration: number;
  /** How many connections ask, each for the next page as soon as it has the last. */
  readonly connections: number;
}

/** What a load generator saw. */
export interface LoadReport extends Pick<LoadResult, 'p50' | 'p99'> {
  readonly answers: number;
  /** How long it took, in seconds. */
  readonly duration: number;
  /** Connections that broke, and answers that took too long. */
  readonly failures: number;
  /** Answers with a status of 400 and more. */
  readonly errorStatuses: number;
}

/** A program that asks for a page over and over. */
export interface LoadGenerator {
  readonly name: string;
  readonly run: (request: LoadRequest) => Promise<LoadReport>;
}

/**
 * Asks the server of a process for a page over and over.
 *
 * @throws {Error} when an answer is not the page
 */
export async function load(generator: LoadGenerator, pid: number, request: LoadRequest): Promise<LoadResult> {
  const before = processorTime(pid);
  const { answers, duration, failures: broken, errorStatuses, p50, p99 } = await generator.run(request);
  const used = processorTime(pid) - before;
  const failures = broken + (request.isMissing ? answers - errorStatuses : errorStatuses);
  if (failures > 0) throw new Error(`${request.url}: ${failures} of ${answers} answers are not the page.`);
  return { perSecond: answers / duration, p50, p99, processorTime: (used / answers) * 1_000_000 };
}
