import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { shell } from '../../build/bundles/apps.ts';
import { root } from '../../build/bundles/folders.ts';
import { type Problem, problemAt } from './Problem.ts';
import type { Problems } from './Problems.ts';

const folder = join(root, '.cache/types');
const compiler = join(root, 'node_modules/.bin/tsc');

/** TypeScript reports what only `npm run check` sees: the shell is checked with the tests and tools there, and alone here. */
const shellProject = {
  extends: '../../tsconfig.json',
  include: ['../../shell/**/*', '../../shared/**/*'],
};

/** Checks the types of apps beside the builds: one app at a time, each from where its last check ended. */
export class TypeChecks {
  readonly #problems: Problems;
  readonly #waiting = new Set<string>();
  #running: { readonly app: string; readonly process: ChildProcess } | undefined;
  #isStopped = false;

  constructor(problems: Problems) {
    this.#problems = problems;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'shell.json'), JSON.stringify(shellProject));
  }

  /** Checks apps; a check of the same app that runs is of no use any more. */
  check(apps: readonly string[]): void {
    for (const app of apps) {
      this.#waiting.add(app);
      if (this.#running?.app === app) this.#running.process.kill();
    }
    void this.#next();
  }

  /** Ends what runs. */
  stop(): void {
    this.#isStopped = true;
    this.#running?.process.kill();
  }

  async #next(): Promise<void> {
    const [app] = this.#waiting;
    if (this.#running || app === undefined || this.#isStopped) return;
    this.#waiting.delete(app);
    const project = app === shell ? join(folder, 'shell.json') : join(root, 'remotes', app, 'tsconfig.json');
    const parameters = ['--noEmit', '--pretty', 'false', '--incremental'];
    const info = ['--tsBuildInfoFile', join(folder, `${app}.tsbuildinfo`)];
    const process_ = spawn(process.execPath, [compiler, ...parameters, ...info, '-p', project], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#running = { app, process: process_ };
    const output = await text(process_.stdout);
    this.#running = undefined;
    if (!this.#isStopped && !this.#waiting.has(app)) this.#problems.set(`types of ${app}`, typeProblems(output));
    await this.#next();
  }
}

const errorLine = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .+(?:\n .+)*)/gm;

/** What the compiler's output says. */
const typeProblems = (output: string): Problem[] =>
  [...output.matchAll(errorLine)].map(([, file = '', line, column, message = '']) =>
    problemAt({ file, line: Number(line), column: Number(column) }, { title: 'The types don’t fit', message }),
  );
