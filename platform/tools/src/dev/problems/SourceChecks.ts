import { boundaries } from '@site/kit/check/boundaries.ts';
import { problemsFoundBy } from '@site/kit/check/Check.ts';
import { canLint, lint } from '@site/kit/check/programs.ts';
import { type Problem, type Problems, problemAt } from './Problems.ts';

/** The checks of sources, besides types, that publishing or the team's `site check` would fail at. */
const checks = [
  ...(canLint ? [{ check: lint, title: 'The code has a fault' }] : []),
  { check: boundaries, title: 'An import isn’t allowed' },
];

/** Checks the sources of an app after each change, independently of the builds. */
export class SourceChecks {
  readonly #problems: Problems;
  readonly #latest = new Map<string, number>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Checks apps. Of checks that overlap, the last one counts. */
  check(apps: readonly string[]): void {
    for (const app of apps) void this.#check(app);
  }

  async #check(app: string): Promise<void> {
    const number = (this.#latest.get(app) ?? 0) + 1;
    this.#latest.set(app, number);
    await Promise.all(
      checks.map(async ({ check, title }) => {
        const lines = (await problemsFoundBy(check, app)).flatMap((report) => report.split('\n'));
        if (this.#latest.get(app) === number)
          this.#problems.set(
            `${check.name} of ${app}`,
            lines.flatMap((line) => problemsIn(line, title)),
          );
      }),
    );
  }
}

const located = /^(?:[×!] )?([\w./@-]+\.\w+)(?::(\d+):(\d+))?:? (.+)$/;

/** Reads a line of a check: a place and a message; other lines are summaries. */
function problemsIn(line: string, title: string): Problem[] {
  const [, file, row, column, message = ''] = located.exec(line) ?? [];
  if (file === undefined) return [];
  return [problemAt({ file, line: Number(row ?? 1), column: Number(column ?? 0) }, { title, message })];
}
