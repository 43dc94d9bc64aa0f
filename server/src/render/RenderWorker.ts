import type { Release } from '@site/releases/Release.ts';
import { limits as pageLimits } from '@site/shared/contract/limits.ts';
import type {
  FetchedRequest,
  FromRenderer,
  InspectedPage,
  RenderJob,
  RenderOutcome,
  ToRenderer,
} from '@site/shell/render/messages.ts';
import { isFailure, noAnswer } from '../api/ApiBackend.ts';
import { limits } from '../limits.ts';
import { afterOwnTime } from './afterOwnTime.ts';
import { isApiCall } from './isApiCall.ts';
import { type JobAnswer, type JobFacts, Jobs } from './Jobs.ts';
import { LoadedReleases } from './LoadedReleases.ts';
import type { RenderHost, Visitor } from './RenderHost.ts';
import { withPlace, withSourcePlaces } from './sourceMaps.ts';
import { pageOf, releaseId } from './titles.ts';
import { WorkerProcess } from './WorkerProcess.ts';

/** Renders views in a process of its own. One that loops or crashes takes no more with it than its own jobs. */
export class RenderWorker {
  readonly #host: RenderHost;
  readonly #shell: Release;
  readonly #process: WorkerProcess;
  readonly #jobs = new Jobs();
  readonly #releases = new LoadedReleases();
  #isRetired = false;
  #isLate = false;

  constructor(host: RenderHost, shell: Release) {
    this.#host = host;
    this.#shell = shell;
    this.#process = new WorkerProcess(shell, {
      onMessage: (message) => this.#receive(message),
      onOutput: (text) => host.onOutput(withSourcePlaces(text, [...this.#releases.all, shell])),
      onEnd: () => this.#jobs.lose(this.#isLate),
    });
  }

  /** Whether the worker takes jobs. */
  get isRunning(): boolean {
    return this.#process.isConnected && !this.#isRetired;
  }

  /** Fulfilled when the worker has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#process.ready;
  }

  /** How many jobs the worker has. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Whether a visitor has a fair share of the places that the worker has for jobs. */
  hasShare(visitor: Visitor): boolean {
    return this.#jobs.hasShare(visitor, limits.rendersWaiting);
  }

  /** Whether the worker has a job of a release. */
  isRendering(release: Release): boolean {
    return this.#jobs.isAbout(releaseId(release));
  }

  /**
   * Renders a view with a release of its remote, if it has one.
   *
   * @throws {WorkerLostError} when it takes longer than `limits.serverRender`, or the process ends
   * @throws {OperatorError} RELEASE-FILE when the release's code is not what was built
   */
  async render(job: RenderJob, remote: Release | undefined, visitor: Visitor): Promise<RenderOutcome> {
    if (remote) this.#load(remote);
    const facts = { visitor, release: remote ? releaseId(remote) : '', page: pageOf(job, remote) };
    const time = limits.serverRender + (job.form === undefined ? 0 : pageLimits.pageAction);
    const outcome = (await this.#ask((id) => ({ type: 'render', id, job }), facts, time)) as RenderOutcome;
    if (outcome.kind !== 'failed') return outcome;
    return { ...outcome, message: withPlace(outcome, remote ? [remote, this.#shell] : [this.#shell]) };
  }

  /** Looks into the modules of a release. Errors as `render`. */
  async inspect(remote: Release): Promise<readonly InspectedPage[]> {
    this.#load(remote);
    const { name, version: release, modules } = remote.manifest;
    const facts = { visitor: { address: '' }, release: releaseId(remote), page: '' };
    return (await this.#ask(
      (id) => ({ type: 'inspect', id, name, release, modules: Object.keys(modules) }),
      facts,
    )) as readonly InspectedPage[];
  }

  /** Takes no more jobs, and ends when those it has are done. */
  retire(): void {
    this.#isRetired = true;
    if (this.#jobs.size === 0) this.#process.disconnect();
  }

  #load(remote: Release): void {
    for (const message of this.#releases.use(remote)) this.#send(message);
  }

  async #ask(
    question: (id: number) => ToRenderer,
    facts: JobFacts,
    time: number = limits.serverRender,
  ): Promise<JobAnswer> {
    const { id, answer } = this.#jobs.add(facts);
    // A worker that is only starting, perhaps on a busy machine, costs no page its time.
    let callOff: (() => void) | undefined;
    void this.#process.ready.then(() => {
      if (!this.#jobs.has(id)) return;
      callOff = afterOwnTime(
        () => this.#process.waited,
        time,
        () => this.#endLate(),
      );
    });
    this.#send(question(id));
    try {
      return await answer;
    } finally {
      callOff?.();
      this.#jobs.remove(id);
      if (this.#isRetired) this.retire();
    }
  }

  #receive(message: Exclude<FromRenderer, { type: 'ready' }>): void {
    if (message.type === 'started') this.#jobs.begin(message.id);
    else if (message.type === 'rendered') this.#answer(message.id, message.outcome);
    else if (message.type === 'inspected') this.#jobs.answer(message.id, message.pages);
    else void this.#fetch(message.id, message.request);
  }

  #answer(id: number, outcome: RenderOutcome): void {
    const isIncomplete = outcome.kind === 'view' && this.#jobs.isIncomplete(id);
    this.#jobs.answer(id, isIncomplete ? { ...outcome, isIncomplete } : outcome);
  }

  async #fetch(id: number, request: FetchedRequest): Promise<void> {
    const visitor = this.#jobs.visitorOf(request.job);
    if (!visitor) return;
    const response = isApiCall(request) ? await this.#host.callApi(request, visitor) : noAnswer;
    if (isFailure(response)) this.#jobs.markIncomplete(request.job);
    this.#process.send({ type: 'fetched', id, response });
  }

  #send(message: ToRenderer): void {
    if (!this.#process.send(message)) this.#jobs.lose(this.#isLate);
  }

  #endLate(): void {
    this.#isLate = true;
    this.#process.end();
  }
}
