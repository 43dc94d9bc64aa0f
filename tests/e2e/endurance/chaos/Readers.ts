import { setTimeout as delay } from 'node:timers/promises';
import { keepAliveAgent, type TimedResponse, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { textOf, withoutFragments } from '@site/testkit/site/http.ts';

/** What visitors got. */
export interface ReadingResult {
  requests: number;
  /** Of these, pages that were marked as stale, or that had more words than before, such as a note that the news are old. */
  stale: number;
  /** Requests that didn't get the page from before the fault. */
  readonly failed: string[];
  /** The longest time of a request, in milliseconds. */
  slowest: number;
}

/** How long a reader looks at a page, in milliseconds. */
const reading = 40;

/** The time between two checks for recovery, in milliseconds. */
const lookInterval = 100;

/** Visitors who read every page repeatedly. A page must have the same status as before the fault, and all its own words. */
export class Readers {
  readonly result: ReadingResult = { requests: 0, stale: 0, failed: [], slowest: 0 };
  readonly #origin: string;
  readonly #agent = keepAliveAgent();
  readonly #good = new Map<string, Content>();
  readonly #readers: Promise<void>[] = [];
  #isLeaving = false;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Reads every page once, before the fault. */
  async remember(): Promise<void> {
    for (const { path } of everyAddress) this.#good.set(path, contentOf(await this.#open(path)));
  }

  /** @param count how many read at the same time, each starting with another page */
  come(count: number): void {
    for (let reader = 0; reader < count; reader += 1) this.#readers.push(this.#read(reader * 7));
  }

  /** Resolves when all visitors have left. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#readers);
    this.#agent.destroy();
  }

  /** Waits until every page is fresh and the server says that it is ready; returns the milliseconds. */
  async recovered(patience: number): Promise<number> {
    const start = performance.now();
    while (!(await this.#isWell())) {
      if (performance.now() - start > patience) return Number.POSITIVE_INFINITY;
      await delay(lookInterval);
    }
    return performance.now() - start;
  }

  async #isWell(): Promise<boolean> {
    try {
      const probe = await this.#open('/readyz');
      if (probe.status !== 200 || probe.body.includes('degraded')) return false;
      for (const [path, good] of this.#good) {
        const answer = await this.#open(path);
        if (isStale(answer) || contentOf(answer).words.join(' ') !== good.words.join(' ')) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  async #read(first: number): Promise<void> {
    const paths = [...this.#good.keys()];
    for (let turn = first; !this.#isLeaving; turn += 1) {
      const path = paths[turn % paths.length] ?? '';
      const good = this.#good.get(path) ?? { status: 0, words: [] };
      const start = performance.now();
      try {
        const answer = await this.#open(path);
        const content = contentOf(answer);
        if (content.status !== good.status || !hasAllWords(content.words, good.words))
          this.result.failed.push(`${path}: ${answer.status}`);
        else if (isStale(answer) || content.words.length > good.words.length) this.result.stale += 1;
      } catch (error) {
        this.result.failed.push(`${path}: ${error instanceof Error ? error.message : error}`);
      }
      this.result.requests += 1;
      this.result.slowest = Math.max(this.result.slowest, performance.now() - start);
      await delay(reading);
    }
  }

  #open = (path: string): Promise<TimedResponse> => timedRequest(this.#origin + path, { agent: this.#agent });
}

const isStale = ({ headers }: TimedResponse): boolean => String(headers['cache-status'] ?? '').includes('stale');

interface Content {
  readonly status: number;
  readonly words: readonly string[];
}

const contentOf = ({ status, body }: TimedResponse): Content => ({
  status,
  words: textOf(withoutFragments(body.toString('utf8'))).split(' '),
});

/** Whether a text has all words of another one in the same order. It may have more, such as a note that the news are old. */
function hasAllWords(words: readonly string[], expected: readonly string[]): boolean {
  let found = 0;
  for (const word of words) if (word === expected[found]) found += 1;
  return found === expected.length;
}
