import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Release } from '@site/releases';
import { matchPath } from '@site/shared/routes/match.ts';
import type {
  FetchedRequest,
  FetchedResponse,
  FromRenderer,
  InspectedPage,
  RenderJob,
  RenderOutcome,
  ToRenderer,
} from '../../src/render/messages.ts';
import { limits } from '../limits.ts';
import { exceedsMemory } from './exceedsMemory.ts';
import { readRemoteCode } from './readRemoteCode.ts';

/** What a worker needs of the site server. */
export interface RenderHost {
  /** Makes a call to the API for a visitor. */
  readonly callApi: (request: FetchedRequest, visitor: Visitor) => Promise<FetchedResponse>;
  /** Receives what the worker prints. */
  readonly onOutput: (text: string) => void;
}

/** Whom a page is rendered for, as far as the API has to know. */
export interface Visitor {
  /** Network address. */
  readonly address: string;
}

/** A worker that was given up before it had answered: over its time or memory, or ended by itself. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';

  /** Whether another page may be to blame. */
  readonly mayBeInnocent: boolean;

  constructor(mayBeInnocent: boolean) {
    super('SITE-RENDER The rendering worker took too long or ended before the page was ready.');
    this.mayBeInnocent = mayBeInnocent;
  }
}

interface Job {
  readonly visitor: Visitor;
  /** Title of the release that it renders. */
  readonly release: string;
  /** What is to be rendered: jobs with the same page fail alike. */
  readonly page: string;
  /** Whether the worker has begun with it. */
  isStarted: boolean;
  readonly resolve: (answer: RenderOutcome | readonly InspectedPage[]) => void;
  readonly reject: (error: WorkerLostError) => void;
}

/**
 * What a worker may have. A release is compiled once: in a cache of what was compiled, those that are forgotten would
 * stay. New objects get a small place, in megabytes: pages live shortly.
 */
const memoryFlags = [
  `--max-old-space-size=${limits.renderMemory}`,
  '--max-semi-space-size=16',
  '--no-compilation-cache',
];

/** How often a worker's memory is looked at, in milliseconds. */
const memoryLook = 100;

/**
 * A process that renders views: with an empty environment, and without further processes, or files but the shell's
 * bundle. One that loops or crashes takes no more with it than its own jobs.
 */
export class RenderWorker {
  readonly #host: RenderHost;
  readonly #child: ChildProcess;
  readonly #jobs = new Map<number, Job>();
  readonly #remotes = new Map<string, { readonly name: string; readonly release: string }>();
  readonly #memoryTimer: NodeJS.Timeout;
  readonly #ready = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  #lastId = 0;
  /** Every page that the worker has begun to render: each may have left something behind. */
  readonly #begunPages = new Set<string>();
  #isRetired = false;
  #isLate = false;

  constructor(host: RenderHost, shell: Release) {
    const file = join(shell.folder, shell.manifest.server);
    this.#host = host;
    this.#child = fork(file, [], {
      env: { NODE_ENV: 'production' },
      execArgv: ['--permission', `--allow-fs-read=${dirname(file)}`, ...memoryFlags],
      serialization: 'advanced',
      silent: true,
    });
    this.#child.on('message', (message: FromRenderer) => this.#receive(message));
    this.#child.on('error', (error) => host.onOutput(error.message));
    this.#child.on('exit', () => this.#ended());
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (data) => host.onOutput(String(data)));
    this.#memoryTimer = setInterval(() => this.#watchMemory(), memoryLook).unref();
    this.#startTimer = setTimeout(() => this.#endLate(), limits.workerStart);
  }

  /** Whether the worker takes jobs. */
  get isRunning(): boolean {
    return this.#child.connected && !this.#isRetired;
  }

  /** Fulfilled when the worker has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** How many jobs the worker has. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Whether the worker has a job of a release. */
  isRendering(release: Release): boolean {
    return [...this.#jobs.values()].some((job) => job.release === titleOf(release));
  }

  /**
   * Renders a view with a release of its remote, if it has one.
   *
   * @throws {WorkerLostError} when it takes longer than `limits.serverRender`, or the process ends
   * @throws {ReleaseError} RELEASE-FILE when the release's code is not what was built
   */
  async render(job: RenderJob, remote: Release | undefined, visitor: Visitor): Promise<RenderOutcome> {
    if (remote) this.#provide(remote);
    const of = { visitor, release: remote ? titleOf(remote) : '', page: pageOf(job, remote) };
    return (await this.#ask((id) => ({ type: 'render', id, job }), of)) as RenderOutcome;
  }

  /** Looks into the modules of a release. Errors as `render`. */
  async inspect(remote: Release): Promise<readonly InspectedPage[]> {
    this.#provide(remote);
    const { name, version: release, modules } = remote.manifest;
    const question = (id: number): ToRenderer => ({
      type: 'inspect',
      id,
      name,
      release,
      modules: Object.keys(modules),
    });
    const of = { visitor: { address: '' }, release: titleOf(remote), page: '' };
    return (await this.#ask(question, of)) as readonly InspectedPage[];
  }

  /** Takes no more jobs, and ends when those it has are done. */
  retire(): void {
    this.#isRetired = true;
    if (this.#jobs.size === 0 && this.#child.connected) this.#child.disconnect();
  }

  async #ask(
    question: (id: number) => ToRenderer,
    of: Pick<Job, 'visitor' | 'release' | 'page'>,
  ): Promise<RenderOutcome | readonly InspectedPage[]> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<RenderOutcome | readonly InspectedPage[]>();
    this.#jobs.set(id, { ...of, isStarted: false, resolve, reject });
    // A worker that is only starting, perhaps on a busy machine, costs no page its time.
    let timer: NodeJS.Timeout | undefined;
    void this.#ready.promise.then(() => {
      if (this.#jobs.has(id)) timer = setTimeout(() => this.#endLate(), limits.serverRender);
    });
    this.#send(question(id));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#jobs.delete(id);
      if (this.#isRetired) this.retire();
    }
  }

  #provide(remote: Release): void {
    const { name, version } = remote.manifest;
    const key = `${name}@${version}`;
    if (!this.#remotes.delete(key))
      this.#send({ type: 'remote', name, release: version, code: readRemoteCode(remote) });
    this.#remotes.set(key, { name, release: version });
    this.#forgetOldest();
  }

  /** A server that goes on for months sees many releases: the worker keeps those that were used last. */
  #forgetOldest(): void {
    const [oldest] = this.#remotes;
    if (!oldest || this.#remotes.size <= limits.renderReleases) return;
    const [key, known] = oldest;
    this.#remotes.delete(key);
    this.#send({ type: 'forget', ...known });
  }

  #receive(message: FromRenderer): void {
    if (message.type === 'ready') this.#started();
    else if (message.type === 'started') this.#begin(this.#jobs.get(message.id));
    else if (message.type === 'rendered') this.#jobs.get(message.id)?.resolve(message.outcome);
    else if (message.type === 'inspected') this.#jobs.get(message.id)?.resolve(message.pages);
    else void this.#fetch(message.id, message.request);
  }

  async #fetch(id: number, request: FetchedRequest): Promise<void> {
    const visitor = this.#jobs.get(request.job)?.visitor;
    if (!visitor) return;
    const response = await this.#host.callApi(request, visitor);
    if (this.#child.connected) this.#send({ type: 'fetched', id, response });
  }

  #send(message: ToRenderer): void {
    if (this.#child.connected) this.#child.send(message);
    else this.#ended();
  }

  #started(): void {
    clearTimeout(this.#startTimer);
    this.#ready.resolve();
  }

  #begin(job: Job | undefined): void {
    if (!job) return;
    job.isStarted = true;
    this.#begunPages.add(job.page);
  }

  #endLate(): void {
    this.#isLate = true;
    this.#child.kill('SIGKILL');
  }

  #watchMemory(): void {
    if (this.#child.pid && exceedsMemory(this.#child.pid)) this.#child.kill('SIGKILL');
  }

  /** Who loops is still at it; who crashed the worker, or filled its memory, may be long done. */
  #ended(): void {
    clearInterval(this.#memoryTimer);
    clearTimeout(this.#startTimer);
    const jobs = [...this.#jobs.values()];
    const started = jobs.filter(({ isStarted }) => isStarted);
    const suspects = this.#isLate ? new Set(started.map(({ page }) => page)) : this.#begunPages;
    for (const { isStarted, reject } of jobs) reject(new WorkerLostError(!isStarted || suspects.size > 1));
  }
}

const titleOf = ({ manifest }: Release): string => `${manifest.name}@${manifest.version}`;

/** What a job renders, for telling jobs apart. */
export const pageOf = ({ request }: RenderJob, remote: Release | undefined): string =>
  `${matchPath(request.url.split('?')[0] ?? '')?.page} ${remote ? titleOf(remote) : ''}`;
