import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parsePointer } from '@site/releases/store/readPointer.ts';
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
      const remembered = Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as object);
      return new Map(remembered.map(([app, pointer]) => [app, parsePointer(pointer)]));
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
