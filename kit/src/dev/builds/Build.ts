import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Compiler, StatsCompilation, StatsError } from '@rspack/core';

/** Times of files come from a clock that ticks a few milliseconds late. */
const clockTick = 10;

/** How long a page waits for a watcher to notice a change, in milliseconds. */
const patience = 2_000;

/** What a watching compiler tells. */
export interface BuildListener {
  /** Called when files have changed, and with the first of them. */
  readonly onBegin: (file: string | undefined) => void;
  readonly onEnd: () => void;
}

/** A compiler that watches its sources, and whether what it has built is what they say. */
export class Build {
  readonly name: string;
  /** Of the last build; empty when it went well. */
  errors: readonly StatsError[] = [];
  /** What the last build that went well consists of. */
  result: StatsCompilation | undefined;
  /** The files that the last build was made of, without those of packages. */
  sources: readonly string[] = [];
  isRunning = true;

  #began = 0;
  #ended = Promise.withResolvers<void>();

  constructor(compiler: Compiler, { onBegin, onEnd }: BuildListener) {
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
      // Rspack forgets a compilation when the next one begins: what is needed of it is read now.
      const { errors = [], ...result } = stats.toJson({
        all: false,
        errors: true,
        entrypoints: true,
        chunkGroups: true,
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

  /** Waits until everything is built that was saved before. */
  async upToDate(): Promise<void> {
    const deadline = Date.now() + patience;
    while (this.isRunning || (this.#isOutdated() && Date.now() < deadline)) {
      const { promise } = this.#ended;
      await (this.isRunning ? promise : Promise.race([promise, setTimeout(patience, undefined, { ref: false })]));
    }
  }

  #isOutdated(): boolean {
    return isOutdated(this.sources, this.#began);
  }
}

/** Whether one of some files was changed after a moment. */
export const isOutdated = (files: readonly string[], moment: number): boolean =>
  files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > moment - clockTick);
