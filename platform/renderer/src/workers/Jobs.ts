import { hasShare, networkOf } from '@site/node/networkOf.ts';
import type { Span } from '@site/node/spans.ts';
import type { FromRenderer } from '@site/shell/render/messages.ts';
import type { Visitor } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import type { Failure } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';

/** What is known about a job before it starts. */
export interface JobFacts {
  readonly visitor: Visitor;
  /** Identifies the page and its release: jobs with the same key fail alike. */
  readonly pageKey: string;
}

/** What is known of a page's data from the API. */
interface PageData extends Pick<RenderedView, 'readsApi' | 'freshFor'> {
  readonly kind: 'whole' | 'old-data' | 'no-data';
}

type Answer = Extract<FromRenderer, { type: 'rendered' | 'inspected' }>;

/** A worker's answer to a job, with what is known of the data that it used. */
export type JobAnswer = Answer & { readonly data: PageData };

interface Job extends JobFacts {
  /** Whether the worker has started it. */
  isBegun: boolean;
  /** The worker's part of its trace. */
  work?: Span | undefined;
  /** Whether the API has answered all its calls, and what it got otherwise. */
  data: PageData['kind'];
  /** How many calls it has made to the API. */
  calls: number;
  /** For how many milliseconds all answers are fresh; undefined without one that says so. */
  freshFor?: number;
  readonly resolve: (answer: JobAnswer | Failure) => void;
}

/** The jobs of one worker, and which of them may be to blame when it is lost. */
export class Jobs {
  readonly #jobs = new Map<number, Job>();
  /** Pages that the worker has started: each may have damaged it. Two are enough to doubt which. */
  readonly #begunPages = new Set<string>();
  /** The requests of the last finished jobs, with times: a worker's output uses another pipe and may arrive after its answer. */
  #done: readonly { readonly requestId: string; readonly at: number }[] = [];
  #lastId = 0;

  get size(): number {
    return this.#jobs.size;
  }

  /** How many jobs there have been. */
  get total(): number {
    return this.#lastId;
  }

  /** Adds a job, which stays until it is removed. */
  add(facts: JobFacts): { readonly id: number; readonly answer: Promise<JobAnswer | Failure> } {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<JobAnswer | Failure>();
    this.#jobs.set(id, { ...facts, isBegun: false, data: 'whole', calls: 0, resolve });
    return { id, answer: promise };
  }

  has(id: number): boolean {
    return this.#jobs.has(id);
  }

  remove(id: number): void {
    const { visitor: { requestId } = {}, work } = this.#jobs.get(id) ?? {};
    work?.end();
    if (requestId !== undefined) this.#done = [...this.#recent(), { requestId, at: performance.now() }];
    this.#jobs.delete(id);
  }

  /** Whether a visitor already has a fair share of the places. */
  hasShare({ address }: Visitor, places: number): boolean {
    const owners = [...this.#jobs.values()].map(({ visitor }) => networkOf(visitor.address));
    return hasShare(owners, networkOf(address), places);
  }

  /** The ids of the requests that the worker is rendering pages for, or was a moment ago. */
  requests(): string[] {
    const begun = [...this.#jobs.values()].flatMap(({ isBegun, visitor: { requestId } }) =>
      isBegun && requestId !== undefined ? [requestId] : [],
    );
    return [...new Set([...this.#recent().map(({ requestId }) => requestId), ...begun])];
  }

  #recent() {
    const since = performance.now() - rendererLimits.latePrint;
    return this.#done.filter(({ at }) => at > since);
  }

  /** The visitor of a job that makes a call; undefined when there is no such job. */
  visitorOf(id: number): Visitor | undefined {
    const { visitor, work } = this.#jobs.get(id) ?? {};
    return visitor && work ? { ...visitor, span: work } : visitor;
  }

  /** Whether a job may make one more call to the API. */
  mayCall(id: number): boolean {
    const job = this.#jobs.get(id);
    if (!job) return false;
    job.calls += 1;
    return job.calls <= rendererLimits.pageCalls;
  }

  /** Records that the worker has begun a job. */
  begin(id: number): void {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.isBegun = true;
    job.work ??= job.visitor.span?.begin('work behind the wall');
    if (this.#begunPages.size < 2) this.#begunPages.add(job.pageKey);
  }

  /** Records that the API failed to answer a call of a job, and whether there was a last good answer. */
  apiFailed(id: number, hadLastGood: boolean): void {
    const job = this.#jobs.get(id);
    if (job && job.data !== 'no-data') job.data = hadLastGood ? 'old-data' : 'no-data';
  }

  /** Records that a job got an answer that is fresh for some milliseconds. */
  limitLifetime(id: number, freshFor: number): void {
    const job = this.#jobs.get(id);
    if (job) job.freshFor = Math.min(freshFor, job.freshFor ?? freshFor);
  }

  answer(answer: Answer): void {
    const job = this.#jobs.get(answer.id);
    job?.resolve({ ...answer, data: dataOf(job) });
  }

  /**
   * Ends every job as lost. A page that loops is still running; one that crashed the worker or filled its memory may have ended
   * long ago.
   *
   * @param isLate whether the worker was ended because a job took too long
   * @param isKilled whether it was killed from outside. A release that kills itself looks the same, so each page gets one retry.
   */
  loseAll(isLate: boolean, isKilled = false): void {
    const jobs = [...this.#jobs.values()];
    const begun = jobs.filter(({ isBegun }) => isBegun);
    const suspects = isLate ? new Set(begun.map(({ pageKey }) => pageKey)) : this.#begunPages;
    for (const { isBegun, resolve } of jobs) resolve(lost(isKilled || !isBegun || suspects.size > 1));
  }
}

const dataOf = ({ data: kind, calls, freshFor }: Job): PageData => ({
  kind,
  ...(calls > 0 && { readsApi: true }),
  ...(freshFor !== undefined && { freshFor }),
});

/** The worker was over its time or memory, or ended by itself. */
const lost = (mayBeInnocent: boolean): Failure => ({
  kind: 'lost',
  message: 'SITE-RENDER The rendering worker took too long or ended before the page was ready.',
  mayBeInnocent,
});
