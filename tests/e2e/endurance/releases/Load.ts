import { setTimeout as delay } from 'node:timers/promises';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { keepAliveAgent, type TimedResponse, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { integrityOf, markOf } from '@site/testkit/releases/variant.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { marksIn, type NamedFile, readPage } from './readPage.ts';

/** A requested address and what is expected there. */
interface Target {
  readonly path: string;
  readonly status: number;
  readonly remote: string | undefined;
  /** Whether the page has texts of its remote. */
  readonly hasTexts: boolean;
}

const targets: readonly Target[] = everyAddress.map(({ page, path }) => {
  const name = page === 'notFound' ? undefined : page;
  return {
    path,
    status: name ? 200 : 404,
    remote: name && specifiedRoutes.pages[name]?.remote,
    hasTexts: name !== undefined && name !== 'company',
  };
});

/** The results of a load so far. */
export interface LoadCounts {
  requests: number;
  /** Requests without the expected response. */
  readonly failures: string[];
  /** Pages that mix releases. */
  readonly mixed: string[];
  /** Times of pages that were not cached, in milliseconds. */
  readonly rendered: number[];
  /** Times of the other pages. */
  readonly pages: number[];
}

/**
 * Visitors who request every page over and over at a constant rate, whether or not earlier requests have been answered.
 * Checks each page and the files that it names. Some visitors have old tabs.
 */
export class Load {
  readonly counts: LoadCounts = { requests: 0, failures: [], mixed: [], rendered: [], pages: [] };
  readonly #origin: string;
  readonly #agent = keepAliveAgent();
  readonly #known = new Map<string, NamedFile>();
  readonly #running = new Set<Promise<void>>();
  #turn = 0;
  #timer: NodeJS.Timeout;

  /**
   * @param origin of the site
   * @param rate requests per second
   */
  constructor(origin: string, rate: number) {
    this.#origin = origin;
    this.#timer = setInterval(() => this.#track(this.#next()), 1000 / rate);
  }

  /** Stops, and waits for all responses. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      await delay(0);
    }
    this.#agent.destroy();
  }

  async #next(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    if (turn % 8 === 0) return await this.#oldTab();
    const target = targets[turn % targets.length];
    if (target) await this.#visit(target, turn % 8 === 4 ? `?soak=${turn}` : '');
  }

  /** With an unknown query, a page is rendered again. */
  async #visit({ path, status, remote, hasTexts }: Target, query: string): Promise<void> {
    const answer = await this.#ask(path + query, status);
    if (!answer) return;
    const times = query === '' ? this.counts.pages : this.counts.rendered;
    times.push(answer.milliseconds);
    const html = answer.body.toString('utf8');
    const { files, problems } = readPage(html, remote);
    const unmarked = hasTexts && marksIn(html).length === 0 ? ['no text says which release it is of'] : [];
    for (const problem of [...problems, ...unmarked]) this.counts.mixed.push(`${path}: ${problem}`);
    for (const file of files) if (!this.#known.has(file.path)) this.#track(this.#checkFile(file));
  }

  async #checkFile(file: NamedFile): Promise<void> {
    this.#known.set(file.path, file);
    const answer = await this.#ask(file.path, 200);
    if (!answer) return;
    if (integrityOf(answer.body) !== file.integrity)
      this.counts.mixed.push(`${file.path}: not the file that the page promises`);
    if (file.version && !answer.body.includes(markOf(file.version)))
      this.counts.mixed.push(`${file.path}: not of ${file.version}`);
  }

  /** A tab that is some releases old requests one of its files. */
  async #oldTab(): Promise<void> {
    const known = [...this.#known.values()];
    const file = known[Math.floor(Math.random() * known.length)];
    if (file) await this.#checkFile(file);
  }

  async #ask(path: string, status: number): Promise<TimedResponse | undefined> {
    this.counts.requests += 1;
    try {
      const answer = await timedRequest(this.#origin + path, { agent: this.#agent });
      if (answer.status === status) return answer;
      this.counts.failures.push(`${path}: status ${answer.status}`);
    } catch (error) {
      this.counts.failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return undefined;
  }

  #track(request: Promise<void>): void {
    const tracked = request.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
