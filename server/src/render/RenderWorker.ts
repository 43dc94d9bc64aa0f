import { type Release, releaseId } from '@site/releases/Release.ts';
import { lastGoodHeader } from '@site/shared/api/errors.ts';
import type {
  FetchedRequest,
  FromRenderer,
  InspectedPage,
  RenderJob,
  ToRenderer,
} from '@site/shell/render/messages.ts';
import { type ApiBackend, isFailure, noAnswer, renderingCall, type Visitor } from '../api/ApiBackend.ts';
import { serverLimits } from '../limits.ts';
import { type JobAnswer, type JobFacts, Jobs, WorkerLostError } from './Jobs.ts';
import { type RenderOutcome, readOutcome } from './outcome.ts';
import { afterOwnTime } from './processLimits.ts';
import { readServerCode } from './readServerCode.ts';
import { withPlace, withSourcePlaces } from './sourceMaps.ts';
import { strongestWall } from './strongestWall.ts';
import { type WorkerEnd, WorkerProcess } from './WorkerProcess.ts';
import type { Wall } from './wall.ts';

/** What a worker needs of the site server. */
export interface RenderHost {
  /** The wall around its workers; by default the strongest that this machine can build. */
  readonly wall?: Wall;
  /** Whether idle workers of live releases end as well, and none waits for the next release: pages then wait for their start. */
  readonly savesMemory?: boolean;
  /** Makes a call to the API for a visitor. */
  readonly callApi: ApiBackend['call'];
  /** Receives what the worker prints. */
  readonly onOutput: (text: string) => void;
  /** Is called when a worker of a release ends that is still needed. */
  readonly onLost?: (release: Release, reason: LostReason) => void;
}

/** Why workers are lost. */
export const lostReasons = ['start', 'time', 'memory', 'message', 'crash'] as const satisfies WorkerEnd[];

/** Why a worker was lost. */
export type LostReason = (typeof lostReasons)[number];

/** A view to render. */
export interface RenderTask {
  readonly job: RenderJob;
  /** The shell that renders it. */
  readonly shell: Release;
  /** The page's name in the route table; undefined for the 404 page. */
  readonly page: string | undefined;
  /** The release that the page comes from; undefined when the shell renders it alone. */
  readonly remote: Release | undefined;
  readonly visitor: Visitor;
}

/** Identifies what a task renders: tasks with the same key fail alike. */
export const pageKeyOf = ({ shell, page, remote }: RenderTask): string =>
  `${releaseId(shell)} ${page} ${remote ? releaseId(remote) : ''}`;

/**
 * Renders the pages of one release of a remote, or those that are the shell's alone, in a process of its own. Whatever a
 * release does there, it meets no other release's code, pages or forms, and when it loops or crashes, its own jobs alone are lost.
 */
export class RenderWorker {
  readonly #host: RenderHost;
  readonly shell: Release;
  #remote: Release | undefined;
  readonly #process: WorkerProcess;
  readonly #jobs = new Jobs();
  #hasCode = false;
  #isRetired = false;
  #isLate = false;
  #hasBeenRefused = false;
  /** How much it has printed in the current second. */
  #printed = { second: 0, length: 0 };

  /** @param remote whose pages it renders; undefined: those that are the shell's alone */
  constructor(host: RenderHost, shell: Release, remote: Release | undefined) {
    this.#host = host;
    this.shell = shell;
    this.#remote = remote;
    this.#process = new WorkerProcess(shell, host.wall ?? strongestWall(), {
      onMessage: (message) => this.#receive(message),
      onOutput: (text) => this.#print(text),
      onEnd: (reason) => this.#ended(reason),
    });
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

  /** How many jobs the worker has. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Whether a visitor has a fair share of the worker's places. */
  hasShare(visitor: Visitor): boolean {
    return this.#jobs.hasShare(visitor, serverLimits.rendersWaiting);
  }

  /**
   * Renders a view of the worker's shell and remote.
   *
   * @throws {WorkerLostError} when it takes longer than `serverLimits.serverRender`, or the process ends
   * @throws {OperatorError} RELEASE-FILE when the release's code is not what was built
   */
  async render(task: RenderTask): Promise<RenderOutcome> {
    const { job, visitor } = task;
    this.#sendCode();
    const facts = { visitor, pageKey: pageKeyOf(task) };
    const { answer, missing } = await this.#ask((id) => ({ type: 'render', id, job }), facts);
    const outcome = readOutcome(answer.type === 'rendered' && answer.outcome, task);
    if (outcome.kind === 'view') return { ...outcome, ...missing };
    if (outcome.kind !== 'failed') return outcome;
    return { ...outcome, message: withPlace(outcome, this.#sources) };
  }

  /** Lists the modules of the remote and their translation keys. Errors as `render`. */
  async inspect(): Promise<readonly InspectedPage[]> {
    if (!this.#remote) return [];
    this.#sendCode();
    const { name, version: release, modules } = this.#remote.manifest;
    const facts = { visitor: { address: '' }, pageKey: '' };
    const { answer } = await this.#ask(
      (id) => ({ type: 'inspect', id, name, release, modules: Object.keys(modules) }),
      facts,
    );
    if (answer.type !== 'inspected') throw new WorkerLostError(false);
    return answer.pages;
  }

  /** Takes no more jobs, and ends when the current ones are done. */
  retire(): void {
    this.#isRetired = true;
    if (this.#jobs.size === 0) this.#process.disconnect();
  }

  /** What its errors may come from. */
  get #sources(): readonly Release[] {
    return this.#remote ? [this.#remote, this.shell] : [this.shell];
  }

  #sendCode(): void {
    if (this.#hasCode || !this.#remote) return;
    const { name, version: release } = this.#remote.manifest;
    this.#send({ type: 'remote', name, release, code: readServerCode(this.#remote) });
    this.#hasCode = true;
  }

  async #ask(
    question: (id: number) => ToRenderer,
    facts: JobFacts,
  ): Promise<{ readonly answer: JobAnswer; readonly missing: ReturnType<Jobs['missingOf']> }> {
    const { id, answer } = this.#jobs.add(facts);
    // The time starts when the worker has: starting may take long on a busy machine.
    let cancelTimeout: (() => void) | undefined;
    void this.#process.ready.then(() => {
      if (!this.#jobs.has(id)) return;
      cancelTimeout = afterOwnTime(
        () => this.#process.waited,
        serverLimits.serverRender,
        () => this.#endLate(),
      );
    });
    this.#send(question(id));
    try {
      return { answer: await answer, missing: this.#jobs.missingOf(id) };
    } finally {
      cancelTimeout?.();
      this.#jobs.remove(id);
      if (this.#isRetired) this.retire();
    }
  }

  #ended(reason: WorkerEnd): void {
    this.#jobs.rejectAll(this.#isLate);
    if (reason !== 'retired') this.#host.onLost?.(this.#remote ?? this.shell, reason);
  }

  #receive(message: Exclude<FromRenderer, { type: 'ready' }>): void {
    if (message.type === 'started') this.#jobs.begin(message.id);
    else if (message.type === 'fetch') void this.#fetch(message.id, message.request);
    else this.#jobs.answer(message);
  }

  async #fetch(id: number, request: FetchedRequest): Promise<void> {
    const visitor = this.#jobs.visitorOf(request.job);
    if (!visitor) return;
    const call = this.#jobs.mayCall(request.job) ? renderingCall(request) : undefined;
    if (!call) this.#refuse(request);
    const response = call ? await this.#host.callApi(call, visitor) : noAnswer;
    if (isFailure(response)) this.#jobs.markIncomplete(request.job, response.headers[lastGoodHeader] === undefined);
    this.#process.send({ type: 'fetched', id, response });
  }

  /** Finding places in the sources takes time: a release that prints without end must not keep the server from its work. */
  #print(text: string): void {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#printed.second) this.#printed = { second, length: 0 };
    const shown = text.slice(0, serverLimits.workerOutput - this.#printed.length);
    this.#printed.length += shown.length;
    if (shown !== '') this.#host.onOutput(withSourcePlaces(shown, this.#sources));
  }

  /** Logs the first call that is refused: code that makes one makes many. */
  #refuse({ method, path }: FetchedRequest): void {
    if (this.#hasBeenRefused) return;
    this.#hasBeenRefused = true;
    const [asked, release] = [JSON.stringify(`${method} ${path}`.slice(0, 200)), releaseId(this.#remote ?? this.shell)];
    this.#host.onOutput(
      `SITE-CALL ${release} asked the API for ${asked}, which pages may not, or too often for one page.`,
    );
  }

  #send(message: ToRenderer): void {
    if (!this.#process.send(message)) this.#jobs.rejectAll(this.#isLate);
  }

  #endLate(): void {
    this.#isLate = true;
    this.#process.end('time');
  }
}
