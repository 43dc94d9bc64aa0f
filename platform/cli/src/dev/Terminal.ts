import { styleText } from 'node:util';
import { type DeveloperProblem, textOf } from './problems/Problems.ts';

/** Prints a line for each save, and each problem once. */
export class Terminal {
  readonly #saved = new Set<string>();
  #savedAt = 0;
  #printed: readonly string[] = [];

  /** A saved file is being built. */
  building(file: string): void {
    if (this.#saved.size === 0) this.#savedAt = performance.now();
    this.#saved.add(file);
  }

  /** Everything saved is built. */
  built(problems: readonly DeveloperProblem[]): void {
    const [first, ...more] = this.#saved;
    this.#saved.clear();
    if (first !== undefined && problems.length === 0) {
      const files = more.length > 0 ? `${first} and ${more.length} more` : first;
      const seconds = ((performance.now() - this.#savedAt) / 1000).toFixed(1);
      console.log(`${styleText('green', '✓')} ${files} ${styleText('dim', `${seconds} s`)}`);
      this.#printed = [];
    }
    this.update(problems);
  }

  /** Prints new problems, or that all are fixed. Waits while a build runs. */
  update(problems: readonly DeveloperProblem[]): void {
    if (this.#saved.size > 0) return;
    const blocks = problems.map(blockOf);
    for (const block of blocks) if (!this.#printed.includes(block)) console.log(block);
    if (blocks.length === 0 && this.#printed.length > 0) console.log(`${styleText('green', '✓')} fixed`);
    this.#printed = blocks;
  }
}

function blockOf({ title, message, place, frame, url }: DeveloperProblem): string {
  const where = [place && textOf(place), url].filter(Boolean).join('  ');
  const parts = [where && styleText('cyan', where), message, frame && styleText('dim', frame)];
  const body = parts.filter(Boolean).join('\n').replace(/^/gm, '  ');
  return `\n${styleText('red', '✗')} ${styleText('bold', title)}\n${body}\n`;
}
