import { type Problem, textOf } from './Problem.ts';

/** Every problem that is known now. What finds problems replaces its own with each look. */
export class Problems {
  readonly #found = new Map<string, readonly Problem[]>();
  readonly #onChange: () => void;
  #last = '[]';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** What is to be mended: of several problems at the same line the first. */
  get all(): readonly Problem[] {
    const byPlace = new Map<string, Problem>();
    for (const problem of [...this.#found.values()].flat()) {
      const key = problem.place ? textOf({ ...problem.place, column: 0 }) : `${problem.title} ${problem.message}`;
      if (!byPlace.has(key)) byPlace.set(key, problem);
    }
    return [...byPlace.values()];
  }

  /**
   * Replaces what a finder has found.
   *
   * @param finder such as `blog-browser`; those of pages that run begin with `page `
   */
  set(finder: string, problems: readonly Problem[]): void {
    if (problems.length > 0) this.#found.set(finder, problems);
    else this.#found.delete(finder);
    this.#tell();
  }

  /** Adds to what a finder has found. */
  add(finder: string, problem: Problem): void {
    this.set(finder, [...(this.#found.get(finder) ?? []), problem]);
  }

  /** Forgets how pages failed: something has changed, and they will show whether it has mended them. */
  forgetPages(): void {
    for (const finder of this.#found.keys()) if (finder.startsWith('page ')) this.#found.delete(finder);
    this.#tell();
  }

  #tell(): void {
    const now = JSON.stringify(this.all);
    if (now === this.#last) return;
    this.#last = now;
    this.#onChange();
  }
}
