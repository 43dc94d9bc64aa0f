import { catalogueProblems } from './catalogueProblems.ts';
import type { Problems } from './Problems.ts';
import { SourceChecks } from './SourceChecks.ts';
import { TypeChecks } from './TypeChecks.ts';

/** How long nothing must have been saved before the sources are checked, in milliseconds. */
const pause = 400;

/** Checks sources once a change is in the page: the checks would keep the processors from building it. */
export class LateChecks {
  readonly #problems: Problems;
  readonly #types: TypeChecks;
  readonly #sources: SourceChecks;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(problems: Problems) {
    this.#problems = problems;
    this.#types = new TypeChecks(problems);
    this.#sources = new SourceChecks(problems);
  }

  /** Checks apps after a pause. */
  check(apps: readonly string[]): void {
    for (const app of apps) this.#waiting.add(app);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#checkNow(), pause);
  }

  /** Stops checking. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#types.stop();
  }

  #checkNow(): void {
    const apps = [...this.#waiting];
    this.#waiting.clear();
    for (const app of apps)
      void catalogueProblems(app).then((problems) => this.#problems.set(`catalogues of ${app}`, problems));
    this.#sources.check(apps);
    this.#types.check(apps);
  }
}
