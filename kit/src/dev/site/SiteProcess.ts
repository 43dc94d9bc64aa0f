import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { PageReport } from '@site/server/development.ts';
import { root } from '../../build/bundles/folders.ts';
import { isOutdated } from '../builds/Build.ts';
import type { FromSite } from './messages.ts';

const program = new URL('./main.ts', import.meta.url);

/** What the development server wants to know of the site server. */
export interface SiteListener {
  readonly onPage: (report: PageReport) => void;
  readonly onReady: () => void;
  /** Called with the reason when it can't be started. */
  readonly onFailed: (message: string) => void;
}

/** The site server in a process of its own, which runs the sources as they are: when they change, it is another process. */
export class SiteProcess {
  readonly #developmentOrigin: string;
  readonly #listener: SiteListener;
  #process: ChildProcess | undefined;
  #files: readonly string[] = [];
  #began = 0;
  /** How often it was started. */
  #starts = 0;
  #hasFailed = false;
  #origin = Promise.withResolvers<string | undefined>();
  #isOriginKnown = false;

  constructor(developmentOrigin: string, listener: SiteListener) {
    this.#developmentOrigin = developmentOrigin;
    this.#listener = listener;
  }

  get isStarted(): boolean {
    return this.#starts > 0;
  }

  /** Where the site answers, when it runs what was saved before; nothing when it can't. */
  async origin(): Promise<string | undefined> {
    if (!this.isStarted) return undefined;
    this.restartIfOutdated();
    return await this.#origin.promise;
  }

  /**
   * Starts it anew when a source was saved that it runs, or when it could not start before.
   *
   * @returns whether it does
   */
  restartIfOutdated(): boolean {
    const isToStart = this.isStarted && (this.#hasFailed || isOutdated(this.#files, this.#began));
    if (isToStart) this.start();
    return isToStart;
  }

  /** Starts it, in the place of one that runs. */
  start(): void {
    const start = ++this.#starts;
    this.#began = Date.now();
    this.#hasFailed = false;
    // Who waits for a site server that has to start anew gets the next one.
    if (this.#isOriginKnown) this.#origin = Promise.withResolvers();
    this.#isOriginKnown = false;
    // They would share a database.
    void this.stop().then(() => start === this.#starts && this.#fork());
  }

  /** Ends it. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  #fork(): void {
    const started = fork(program, [this.#developmentOrigin], { cwd: root });
    this.#process = started;
    started.on('message', (message: FromSite) => {
      if (message.type === 'page') this.#listener.onPage(message.report);
      else if (this.#process === started) this.#answer(message);
    });
  }

  #answer(message: Exclude<FromSite, { type: 'page' }>): void {
    this.#isOriginKnown = true;
    if (message.type === 'ready') {
      this.#files = message.files;
      this.#origin.resolve(message.origin);
      this.#listener.onReady();
    } else {
      this.#hasFailed = true;
      this.#origin.resolve(undefined);
      this.#listener.onFailed(message.message);
    }
  }
}
