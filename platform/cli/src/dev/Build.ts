import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Compiler, StatsCompilation, StatsError } from '@rspack/core';

/** File times may lag behind the clock by this many milliseconds. */
const clockLag = 10;

/** How long a page waits for a watcher to notice a change, in milliseconds. */
const noticeTimeout = 2_000;

/** What manifests are written from. */
const described = {
  entrypoints: true,
  chunkGroups: true,
  modules: true,
  modulesSpace: Number.POSITIVE_INFINITY,
} as const;

/** Listens to a watching compiler. */
export interface BuildListener {
  /** Called with the first changed file, if it is known. */
  readonly onBegin: (file: string | undefined) => void;
  readonly onEnd: () => void;
}

/** A watching compiler, and whether its last build is up to date with its sources. */
export class Build {
  readonly name: string;
  /** Errors of the last build. */
  errors: readonly StatsError[] = [];
  /** Statistics of the last successful build, if they are needed. */
  result: StatsCompilation | undefined;
  /** The source files of the last build, without packages. */
  sources: readonly string[] = [];
  isRunning = true;

  #began = 0;
  #ended = Promise.withResolvers<void>();

  /** @param isDescribed whether `result` is needed: reading it takes a while */
  constructor(compiler: Compiler, { onBegin, onEnd }: BuildListener, isDescribed: boolean) {
    this.name = compiler.name ?? '';
    compiler.hooks.invalid.tap('development', (file) => {
      this.isRunning = true;
      onBegin(file ?? undefined);
    });
    compiler.hooks.watchRun.tap('development', () => {
      this.isRunning = true;
      this.#began = Date.now();
    });
    compiler.hooks.done.tap('development', (stats) => {
      // Must be read now: Rspack discards a compilation when the next one begins.
      const { errors = [], ...result } = stats.toJson({
        all: false,
        errors: true,
        moduleTrace: true,
        ...(isDescribed && described),
      });
      this.errors = errors;
      if (errors.length === 0) this.result = result;
      this.sources = [...stats.compilation.fileDependencies].filter((file) => !file.includes('node_modules'));
      this.isRunning = false;
      const ended = this.#ended;
      this.#ended = Promise.withResolvers();
      ended.resolve();
      onEnd();
    });
  }

  /** Waits until everything that was saved so far is built. */
  async upToDate(): Promise<void> {
    const deadline = Date.now() + noticeTimeout;
    while (this.isRunning || (this.#isOutdated() && Date.now() < deadline)) {
      const { promise } = this.#ended;
      await (this.isRunning ? promise : Promise.race([promise, delay(noticeTimeout, undefined, { ref: false })]));
    }
  }

  #isOutdated(): boolean {
    return isOutdated(this.sources, this.#began);
  }
}

/** Whether one of the files has changed since a time. */
export const isOutdated = (files: readonly string[], time: number): boolean =>
  files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > time - clockLag);
