import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { hasCode, writeAtomically } from '../store/files.ts';

const ending = '.json';

/** Options of `AcceptedRecords`. */
export interface AcceptedRecordsOptions<Value> {
  /** In the server's data folder. Created with the first record. */
  readonly folder: string;
  /** Checks the content of a file. Throws when it is damaged. */
  readonly parse: (content: string, file: string) => Value;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * What a server has accepted from its store, in one file per name. Nothing is ever removed: if a server forgot a newer
 * pointer, an attacker who can write to the store could put an old one back.
 */
export class AcceptedRecords<Value> {
  readonly #options: AcceptedRecordsOptions<Value>;
  /** What the files contain, as JSON. */
  readonly #written = new Map<string, string>();
  #isWritable = true;

  constructor(options: AcceptedRecordsOptions<Value>) {
    this.#options = options;
  }

  /** Reads every record. A damaged one is logged and skipped. */
  async readAll(): Promise<ReadonlyMap<string, Value>> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) this.#logDamage(folder, error);
      return [];
    });
    const records = names
      .filter((name) => name.endsWith(ending))
      .map((name) => this.read(name.slice(0, -ending.length)));
    return new Map((await Promise.all(records)).flatMap((record) => (record ? [record] : [])));
  }

  /** Reads one record, with its name; undefined when there is none, or when it is damaged. */
  async read(name: string): Promise<readonly [string, Value] | undefined> {
    const file = this.#file(name);
    try {
      const value = this.#options.parse(await readFile(file, 'utf8'), file);
      this.#written.set(name, JSON.stringify(value));
      return [name, value];
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) this.#logDamage(file, error);
      return undefined;
    }
  }

  /**
   * Writes a record, unless it is already there. A failed write must not affect visitors: it is logged, and tried again at
   * the next call.
   */
  async write(name: string, value: Value): Promise<void> {
    const content = JSON.stringify(value);
    if (this.#written.get(name) === content) return;
    const file = this.#file(name);
    try {
      await writeAtomically(file, content);
      this.#written.set(name, content);
      this.#isWritable = true;
    } catch (error) {
      if (this.#isWritable)
        this.#options.log.error(
          error,
          `SITE-MEMORY ${file} can’t be written: after a restart an older version would be accepted.`,
        );
      this.#isWritable = false;
    }
  }

  #file(name: string): string {
    return join(this.#options.folder, `${name}${ending}`);
  }

  #logDamage(file: string, error: unknown): void {
    this.#options.log.error(
      error,
      `SITE-MEMORY ${file} can’t be read: what was accepted last is forgotten, and someone may have put the store back since.`,
    );
  }
}
