import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pointer } from '@site/shared/contract/release.ts';

/** What was live when the server last knew, for a start while the store can't be reached. */
export class PointerMemory {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The remembered pointers; nothing when there are none. */
  read(): ReadonlyMap<string, Pointer> | undefined {
    try {
      return new Map(Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Pointer>));
    } catch {
      return undefined;
    }
  }

  write(pointers: ReadonlyMap<string, Pointer>): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(pointers)));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
