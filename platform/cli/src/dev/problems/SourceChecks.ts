import { boundaries } from '@site/bundling/checks/boundaries.ts';
import { problemsFoundBy } from '@site/bundling/checks/Check.ts';
import { canLint, lint } from '@site/bundling/checks/programs.ts';
import { styles } from '@site/bundling/checks/styles.ts';
import { type DeveloperProblem, type Problems, problemAt } from './Problems.ts';

/** The checks, besides types, that `site check` and publishing run. */
const checks = [
  ...(canLint ? [{ check: lint, title: 'The code has a fault' }] : []),
  { check: boundaries, title: 'An import isn’t allowed' },
  { check: styles, title: 'A style sheet breaks a rule' },
];

/** Checks the sources of apps after each change, one app at a time, independently of the builds. */
export class SourceChecks {
  readonly #problems: Problems;
  readonly #waiting = new Set<string>();
  #isRunning = false;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Checks apps. An app that is saved during its check is checked again. */
  check(apps: readonly string[]): void {
    for (const app of apps) this.#waiting.add(app);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (const app of this.#waiting) {
      this.#waiting.delete(app);
      await Promise.all(checks.map((one) => this.#check(app, one)));
    }
    this.#isRunning = false;
  }

  async #check(app: string, { check, title }: (typeof checks)[number]): Promise<void> {
    const lines = (await problemsFoundBy(check, app)).flatMap((report) => report.split('\n'));
    // Otherwise its sources have changed, and line numbers may be wrong.
    if (!this.#waiting.has(app))
      this.#problems.set(
        `${check.name} of ${app}`,
        lines.flatMap((line) => problemsIn(line, title)),
      );
  }
}

const located = /^(?:[×!] )?([\w./@-]+\.\w+)(?::(\d+))?(?::(\d+))?:? (.+)$/;

/** Reads a line of a check: a place and a message; other lines are summaries. */
function problemsIn(line: string, title: string): DeveloperProblem[] {
  const [, file, row, column, message = ''] = located.exec(line) ?? [];
  if (file === undefined) return [];
  return [problemAt({ file, line: Number(row ?? 1), column: Number(column ?? 0) }, { title, message })];
}
