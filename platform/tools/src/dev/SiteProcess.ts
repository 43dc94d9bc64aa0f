import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { root } from '@site/kit/build/bundles/project.ts';
import type { PageReport } from '@site/renderer/views/PageReport.ts';
import { isOutdated } from './Build.ts';

const program = new URL('./siteMain.ts', import.meta.url);

/** Receives the events of the site server. */
interface SiteListener {
  readonly onPage: (report: PageReport) => void;
  readonly onReady: () => void;
  /** Called with the reason when it can't start. */
  readonly onFailed: (message: string) => void;
}

/** The site server in its own process, which is replaced when its sources change. */
export class SiteProcess {
  readonly #developmentOrigin: string;
  readonly #listener: SiteListener;
  #process: ChildProcess | undefined;
  #files: readonly string[] = [];
  #began = 0;
  /** Counts the starts. */
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

  /** The site's origin, once it runs everything that was saved so far; undefined when it can't start. */
  async origin(): Promise<string | undefined> {
    if (!this.isStarted) return undefined;
    this.restartIfOutdated();
    return await this.#origin.promise;
  }

  /**
   * Restarts the server if one of its sources has changed, or if it could not start.
   *
   * @returns whether it restarts
   */
  restartIfOutdated(): boolean {
    const needsRestart = this.isStarted && (this.#hasFailed || isOutdated(this.#files, this.#began));
    if (needsRestart) this.start();
    return needsRestart;
  }

  /** Starts the server, after stopping the one that runs. */
  start(): void {
    const start = ++this.#starts;
    this.#began = Date.now();
    this.#hasFailed = false;
    // Callers that are already waiting get the origin of the new server.
    if (this.#isOriginKnown) this.#origin = Promise.withResolvers();
    this.#isOriginKnown = false;
    // Two servers must not share the database.
    void this.stop().then(() => start === this.#starts && this.#fork());
  }

  /** Stops the server. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  #fork(): void {
    const started = fork(program, [this.#developmentOrigin], { cwd: root });
    this.#process = started;
    started.on('message', (message: SiteMessage) => {
      if (message.type === 'page') this.#listener.onPage(message.report);
      else if (this.#process === started) this.#handle(message);
    });
  }

  #handle(message: Exclude<SiteMessage, { type: 'page' }>): void {
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

/** Messages from the site server's process to the development server. */
export type SiteMessage =
  | {
      readonly type: 'ready';
      readonly origin: string;
      /** Its sources. */
      readonly files: readonly string[];
    }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'page'; readonly report: PageReport };
