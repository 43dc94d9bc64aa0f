import { afterOwnTime } from '@site/node/processLimits.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FromRenderer, InspectedPage, ToRenderer } from '@site/shell/render/messages.ts';
import type { CallApi, Visitor } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import { type Failure, isFailure, resultOf, type Shown } from '../outcome/outcome.ts';
import { type RenderedView, readOutcome } from '../outcome/readOutcome.ts';
import { withPlace } from '../sourceMaps/sourceMaps.ts';
import { strongestWall } from '../walls/strongestWall.ts';
import type { Wall } from '../walls/wall.ts';
import { IdleWatch } from './IdleWatch.ts';
import { type JobAnswer, type JobFacts, Jobs } from './Jobs.ts';
import { PageCalls } from './PageCalls.ts';
import { pageKeyOf, type RenderTask } from './RenderTask.ts';
import { serverCodeMessage } from './readServerCode.ts';
import { WorkerOutput } from './WorkerOutput.ts';
import { type WorkerEnd, WorkerProcess } from './WorkerProcess.ts';

/** What a worker needs of the program that it renders for. */
export interface RenderHost {
  /** The wall around its workers; by default the strongest that this machine can build. */
  readonly wall?: Wall;
  /** How much memory all workers may use, in megabytes; by default a share of the machine's. */
  readonly memory?: number | undefined;
  /** How many servers of this machine share that memory; default: one. */
  readonly servers?: number;
  /** Makes a call to the API for a visitor. */
  readonly callApi: CallApi;
  /** Receives what the worker prints, with the ids of the requests whose pages it was rendering. */
  readonly onOutput: (text: string, requests: readonly string[]) => void;
  /** Called after each rendering, for the log. */
  readonly onRendered?: (rendering: LoggedRendering) => void;
  /** Called when a worker that is still needed ends, with the ids of the requests that it was working for. */
  readonly onLost?: (release: Release, reason: LostReason, requests: readonly string[]) => void;
}

/** Why workers are lost. */
export const lostReasons = ['start', 'time', 'memory', 'message', 'crash', 'killed'] as const satisfies WorkerEnd[];

/** Why a worker was lost. */
export type LostReason = (typeof lostReasons)[number];

/** A rendering as the log names it: for which request, of which page and release, and how it went. */
interface LoggedRendering {
  readonly reqId: string | undefined;
  readonly page: string | undefined;
  readonly release: string;
  readonly outcome: ReturnType<typeof resultOf>;
  readonly milliseconds: number;
}

/**
 * Renders the pages of one release of a remote, or those that are the shell's alone, in a process of its own. Whatever a
 * release does there, it can't reach another release's code, pages or forms, and if it loops or crashes, only its own jobs fail.
 */
export class RenderWorker {
  readonly #host: RenderHost;
  readonly shell: Release;
  #remote: Release | undefined;
  readonly #process: WorkerProcess;
  readonly #jobs = new Jobs();
  readonly #calls: PageCalls;
  readonly #output: WorkerOutput;
  readonly #idleWatch: IdleWatch;
  /** Settles when the process has the code of the remote. */
  #code: Promise<void> | undefined;
  #isRetired = false;
  #isLate = false;
  readonly #end = Promise.withResolvers<WorkerEnd>();

  /** @param remote whose pages it renders; undefined: those that are the shell's alone */
  constructor(host: RenderHost, shell: Release, remote: Release | undefined) {
    this.#host = host;
    this.shell = shell;
    this.#remote = remote;
    this.#output = new WorkerOutput(host.onOutput);
    this.#calls = new PageCalls(host.callApi, this.#jobs, (text) => host.onOutput(text, this.#jobs.requests()));
    this.#process = new WorkerProcess(shell, host.wall ?? strongestWall(), {
      onMessage: (message) => this.#receive(message),
      onOutput: (text) => this.#output.print(text, { sources: this.#sources, requests: this.#jobs.requests() }),
      onEnd: (reason) => this.#ended(reason),
    });
    this.#idleWatch = new IdleWatch(
      () => ({ jobs: this.#jobs.total, current: this.#jobs.size, processorTime: this.#process.processorTime }),
      () => this.#process.end('time'),
    );
  }

  /** Whether the worker takes jobs. */
  get isRunning(): boolean {
    return this.#process.isConnected && !this.#isRetired;
  }

  /** Gives a worker without a remote the one whose pages it will render. */
  assign(remote: Release): void {
    this.#remote = remote;
  }

  /** Resolves when the worker has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#process.ready;
  }

  /** Resolves with the reason when its process has ended, or could not be started. */
  get ended(): Promise<WorkerEnd> {
    return this.#end.promise;
  }

  /** How much memory its process has of its own, in bytes. */
  get memory(): number {
    return this.#process.memory;
  }

  /** Resolves when all its output has reached the host. */
  get printed(): Promise<void> {
    return this.#output.printed;
  }

  /** How many jobs the worker has. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Whether a visitor has a fair share of the worker's places. */
  hasShare(visitor: Visitor): boolean {
    return this.#jobs.hasShare(visitor, rendererLimits.rendersWaiting);
  }

  /** Renders a view of the worker's shell and remote; lost when it takes longer than `rendererLimits.serverRender`. */
  async render(task: RenderTask): Promise<Shown<RenderedView> | Failure> {
    const { page, visitor } = task;
    const startedAt = performance.now();
    const outcome = await this.#withinBudget(task, this.#render(task));
    const milliseconds = Math.round(performance.now() - startedAt);
    const release = releaseId(this.#release);
    this.#host.onRendered?.({ reqId: visitor.requestId, page, release, outcome: resultOf(outcome), milliseconds });
    return outcome;
  }

  /** The page goes out without a part that is late; the worker ends by itself, or is ended. */
  async #withinBudget({ budget, page }: RenderTask, rendering: Promise<Shown<RenderedView> | Failure>) {
    if (budget === undefined) return await rendering;
    const { promise, resolve } = Promise.withResolvers<Failure>();
    const late: Failure = { kind: 'late', message: `SITE-RENDER ${page} took longer than ${budget} ms.` };
    let cancel: (() => void) | undefined;
    void this.#process.ready.then(() => {
      cancel = afterOwnTime(
        () => this.#process.waited,
        budget,
        () => resolve(late),
      );
    });
    return await Promise.race([rendering, promise]).finally(() => cancel?.());
  }

  async #render(task: RenderTask): Promise<Shown<RenderedView> | Failure> {
    const { job, visitor } = task;
    const facts = { visitor, pageKey: pageKeyOf(task) };
    try {
      const answer = await this.#askWithCode((id) => ({ type: 'render', id, job }), facts);
      if ('kind' in answer) return answer;
      const outcome = readOutcome(answer.type === 'rendered' && answer.outcome, task);
      if (!isFailure(outcome)) return { ...outcome, ...answer.data };
      // Looking up the source takes a while. A page that stands in for this one doesn't wait for it.
      return { ...outcome, located: withPlace(outcome, this.#sources) };
    } catch (error) {
      // The release's code is not what was built.
      if (error instanceof OperatorError) return { kind: 'threw', message: error.message };
      throw error;
    }
  }

  /**
   * Lists the modules of the remote and their message keys.
   *
   * @throws {OperatorError} RELEASE-FILE when the release's code is not what was built
   */
  async inspect(): Promise<readonly InspectedPage[] | Failure> {
    if (!this.#remote) return [];
    const { name, version: release, modules } = this.#remote.manifest;
    const facts = { visitor: { address: '' }, pageKey: '' };
    const answer = await this.#askWithCode(
      (id) => ({ type: 'inspect', id, name, release, modules: Object.keys(modules) }),
      facts,
    );
    if ('kind' in answer) return answer;
    if (answer.type === 'inspected') return answer.pages;
    return {
      kind: 'threw',
      message: `SITE-ANSWER ${releaseId(this.#release)} was asked for its pages, and rendered one.`,
    };
  }

  /** Takes no more jobs, and ends when the current ones are done. */
  retire(): void {
    this.#isRetired = true;
    if (this.#jobs.size === 0) this.#process.disconnect();
  }

  /** The remote whose pages it renders. */
  get #release(): Release {
    return this.#remote ?? this.shell;
  }

  /** What its errors may come from. */
  get #sources(): readonly Release[] {
    return this.#remote ? [this.#remote, this.shell] : [this.shell];
  }

  /** Gives the process the code of its remote, once. If that fails, so do the jobs that came meanwhile. */
  async #sendCode(remote: Release): Promise<void> {
    try {
      await this.#process.sendParts(serverCodeMessage(remote));
    } catch (error) {
      this.#code = undefined;
      this.#jobs.loseAll(this.#isLate);
      throw error;
    }
  }

  /** Asks right away, so that the job counts from now on; the process gets the question after the code. */
  async #askWithCode(question: (id: number) => ToRenderer, facts: JobFacts): Promise<JobAnswer | Failure> {
    this.#code ??= this.#remote && this.#sendCode(this.#remote);
    const code = this.#code;
    const asked = this.#ask(question, facts);
    // When the code fails, the job is lost, too, and only the code's error says why.
    await code;
    return await asked;
  }

  async #ask(question: (id: number) => ToRenderer, facts: JobFacts): Promise<JobAnswer | Failure> {
    const { id, answer } = this.#jobs.add(facts);
    // The time starts when the worker has: starting may take long on a busy machine.
    let cancelTimeout: (() => void) | undefined;
    void this.#process.ready.then(() => {
      if (!this.#jobs.has(id)) return;
      cancelTimeout = afterOwnTime(
        () => this.#process.waited,
        rendererLimits.serverRender,
        () => this.#endLate(),
      );
    });
    this.#send(question(id));
    try {
      return await answer;
    } finally {
      cancelTimeout?.();
      this.#jobs.remove(id);
      if (this.#isRetired) this.retire();
    }
  }

  #ended(reason: WorkerEnd): void {
    this.#end.resolve(reason);
    this.#idleWatch.stop();
    const requests = this.#jobs.requests();
    this.#jobs.loseAll(this.#isLate, reason === 'killed');
    if (reason !== 'retired') this.#host.onLost?.(this.#release, reason, requests);
  }

  async #receive(message: Exclude<FromRenderer, { type: 'ready' }>): Promise<void> {
    if (message.type === 'started') this.#jobs.begin(message.id);
    else if (message.type === 'fetch') {
      const response = await this.#calls.make(message.request, releaseId(this.#release), this.#remote?.manifest.name);
      if (response) this.#process.send({ type: 'fetched', id: message.id, response });
    } else this.#jobs.answer(message);
  }

  #send(message: ToRenderer): void {
    if (!this.#process.send(message)) this.#jobs.loseAll(this.#isLate);
  }

  #endLate(): void {
    this.#isLate = true;
    this.#process.end('time');
  }
}
