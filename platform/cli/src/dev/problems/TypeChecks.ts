import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { apps, root, shell, sourceFolder } from '@site/bundling/project.ts';
import { type DeveloperProblem, type Problems, problemAt } from './Problems.ts';

const cacheFolder = join(root, '.cache/types');
const compiler = installedProgram('typescript', 'tsc');

/** Checks only the shell; the project's own configuration includes tests and tools. */
const shellProject = {
  extends: '../../tsconfig.json',
  include: ['../../shell/**/*', '../../shared/**/*'],
};

/** Checks the types of apps incrementally, one app at a time, independently of the builds. */
export class TypeChecks {
  readonly #problems: Problems;
  readonly #waiting = new Set<string>();
  #running: { readonly app: string; readonly process: ChildProcess } | undefined;
  #isStopped = false;

  constructor(problems: Problems) {
    this.#problems = problems;
    mkdirSync(cacheFolder, { recursive: true });
    if (apps.includes(shell)) writeFileSync(join(cacheFolder, 'shell.json'), JSON.stringify(shellProject));
  }

  /** Checks apps. A running check of the same app is stopped. */
  check(apps: readonly string[]): void {
    for (const app of apps) {
      this.#waiting.add(app);
      if (this.#running?.app === app) this.#running.process.kill();
    }
    void this.#next();
  }

  /** Stops checking. */
  stop(): void {
    this.#isStopped = true;
    this.#running?.process.kill();
  }

  async #next(): Promise<void> {
    const [app] = this.#waiting;
    if (this.#running || app === undefined || this.#isStopped) return;
    this.#waiting.delete(app);
    const project = app === shell ? join(cacheFolder, 'shell.json') : join(sourceFolder(app), 'tsconfig.json');
    const parameters = ['--noEmit', '--pretty', 'false', '--incremental'];
    const info = ['--tsBuildInfoFile', join(cacheFolder, `${app}.tsbuildinfo`)];
    const tsc = spawn(process.execPath, [compiler, ...parameters, ...info, '-p', project], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#running = { app, process: tsc };
    const output = await text(tsc.stdout);
    this.#running = undefined;
    if (!this.#isStopped && !this.#waiting.has(app)) this.#problems.set(`types of ${app}`, typeProblems(output));
    await this.#next();
  }
}

const errorLine = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .+(?:\n .+)*)/gm;

/** Reads the compiler's output. */
const typeProblems = (output: string): DeveloperProblem[] =>
  [...output.matchAll(errorLine)].map(([, file = '', line, column, message = '']) =>
    problemAt({ file, line: Number(line), column: Number(column) }, { title: 'The types don’t fit', message }),
  );
