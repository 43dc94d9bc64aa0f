import type { InspectedPage, RenderOutcome } from '@site/shell/render/messages.ts';
import { networkOf } from './networkOf.ts';
import type { Visitor } from './RenderHost.ts';
import { WorkerLostError } from './WorkerLostError.ts';

/** What is known of a job before it begins. */
export interface JobFacts {
  readonly visitor: Visitor;
  /** Title of the release that it renders. */
  readonly release: string;
  /** What is to be rendered: jobs with the same page fail alike. */
  readonly page: string;
}

/** What a worker answers to a job. */
export type JobAnswer = RenderOutcome | readonly InspectedPage[];

interface Job extends JobFacts {
  /** Whether the worker has begun with it. */
  isBegun: boolean;
  /** Whether the API has failed to answer a call of it. */
  isIncomplete: boolean;
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (error: WorkerLostError) => void;
}

/** The jobs of one worker, and who may be to blame when it is lost. */
export class Jobs {
  readonly #jobs = new Map<number, Job>();
  /** Every page that the worker has begun to render: each may have left something behind. */
  readonly #begunPages = new Set<string>();
  #lastId = 0;

  /** How many there are. */
  get size(): number {
    return this.#jobs.size;
  }

  /** Adds a job, which is there until it is removed. */
  add(facts: JobFacts): { readonly id: number; readonly answer: Promise<JobAnswer> } {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    this.#jobs.set(id, { ...facts, isBegun: false, isIncomplete: false, resolve, reject });
    return { id, answer: promise };
  }

  has(id: number): boolean {
    return this.#jobs.has(id);
  }

  remove(id: number): void {
    this.#jobs.delete(id);
  }

  /**
   * Whether a visitor already has a fair share of so many places: as much as everybody else would have if one more
   * visitor came. So one client, however often it asks, always leaves places to others.
   */
  hasShare({ address }: Visitor, places: number): boolean {
    const owners = [...this.#jobs.values()].map(({ visitor }) => networkOf(visitor.address));
    const network = networkOf(address);
    const visitors = new Set([...owners, network]).size;
    return owners.filter((owner) => owner === network).length >= places / (visitors + 1);
  }

  /** For whom a job is done; nothing when there is no such job. */
  visitorOf(id: number): Visitor | undefined {
    return this.#jobs.get(id)?.visitor;
  }

  /** Whether there is a job of a release. */
  isAbout(release: string): boolean {
    return [...this.#jobs.values()].some((job) => job.release === release);
  }

  /** Notes that the worker has begun with a job. */
  begin(id: number): void {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.isBegun = true;
    this.#begunPages.add(job.page);
  }

  /** Notes that the API has failed to answer a call of a job. */
  markIncomplete(id: number): void {
    const job = this.#jobs.get(id);
    if (job) job.isIncomplete = true;
  }

  isIncomplete(id: number): boolean {
    return this.#jobs.get(id)?.isIncomplete ?? false;
  }

  answer(id: number, answer: JobAnswer): void {
    this.#jobs.get(id)?.resolve(answer);
  }

  /**
   * Gives every job up. Who loops is still at it; who crashed the worker, or filled its memory, may be long done.
   *
   * @param isLate whether the worker was ended because a job took too long
   */
  lose(isLate: boolean): void {
    const jobs = [...this.#jobs.values()];
    const begun = jobs.filter(({ isBegun }) => isBegun);
    const suspects = isLate ? new Set(begun.map(({ page }) => page)) : this.#begunPages;
    for (const { isBegun, reject } of jobs) reject(new WorkerLostError(!isBegun || suspects.size > 1));
  }
}
