import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import type { PageReport } from '@site/renderer/views/PageReport.ts';
import type { SiteAround } from '@site/server/development.ts';
import type { RouteProblem } from '@site/shared/routes/RouteProblem.ts';
import { isOutdated } from './Build.ts';
import type { RecordedApi } from './Fixtures.ts';

// In a package, it is compiled.
const program = join(import.meta.dirname, `siteMain${extname(import.meta.filename)}`);

/** Tells the process, which has loaded its modules, that there is something to show. */
const begin = 'begin';

/** How to start the site server's process. */
export interface SiteOptions {
  /** Folders of apps, the preferred one first. */
  readonly folders: readonly string[];
  /** What surrounds the apps, if not this repository's own. */
  readonly around?: SiteAround | undefined;
  /** Settings in addition to the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** The remotes' own APIs that fixtures are recorded of, by name. */
  readonly record?: Readonly<Record<string, RecordedApi>> | undefined;
}

/** Receives the events of the site server. */
interface SiteListener {
  readonly onPage: (report: PageReport) => void;
  /** Called with the pages that have no place in the site's table. */
  readonly onRoutes: (problems: readonly RouteProblem[]) => void;
  readonly onReady: () => void;
  /** Called with the reason when it can't start. */
  readonly onFailed: (message: string) => void;
}

/** The site server in its own process, which is replaced when its sources change. */
export class SiteProcess {
  readonly #developmentOrigin: string;
  readonly #options: SiteOptions;
  readonly #listener: SiteListener;
  #process: ChildProcess | undefined;
  #files: readonly string[] = [];
  #began = 0;
  /** Counts the starts. */
  #starts = 0;
  #hasFailed = false;
  #origin = Promise.withResolvers<string | undefined>();
  #isOriginKnown = false;

  constructor(developmentOrigin: string, options: SiteOptions, listener: SiteListener) {
    this.#developmentOrigin = developmentOrigin;
    this.#options = options;
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

  /** Loads the server's modules, in its process: that takes as long as the first builds. */
  prepare(): void {
    this.#began = Date.now();
    this.#fork();
  }

  /** Starts the server, after stopping the one that runs. */
  start(): void {
    const start = ++this.#starts;
    const prepared = start === 1 && !this.#hasFailed ? this.#process : undefined;
    if (prepared?.connected) return void prepared.send(begin);
    this.#began = Date.now();
    this.#hasFailed = false;
    // Callers that are already waiting get the origin of the new server.
    if (this.#isOriginKnown) this.#origin = Promise.withResolvers();
    this.#isOriginKnown = false;
    // Two servers must not share the database.
    void this.stop().then(() => start === this.#starts && this.#fork().send(begin));
  }

  /** Stops the server. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  #fork(): ChildProcess {
    const started = fork(program, [this.#developmentOrigin, JSON.stringify(this.#options)], { cwd: root });
    this.#process = started;
    started.on('message', (message: SiteMessage) => {
      if (message.type === 'page') this.#listener.onPage(message.report);
      else if (message.type === 'routes') this.#listener.onRoutes(message.problems);
      else if (this.#process === started) this.#handle(message);
    });
    return started;
  }

  #handle(message: Extract<SiteMessage, { type: 'ready' | 'failed' }>): void {
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
  | { readonly type: 'page'; readonly report: PageReport }
  | { readonly type: 'routes'; readonly problems: readonly RouteProblem[] };
