import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '@site/shared/contract/release.ts';
import { isHttpLocation } from './store/openStore.ts';
import { writeAtomically } from './store/writeAtomically.ts';

/** Stands for a fault of a whole version: no exposed module can be called so. */
const wholeVersion = '_';

/** What servers found wrong with versions. It stands in the store, or in the data folder when the store can't be written. */
export class FaultLog {
  readonly #folder: string;

  /**
   * @param store location of the store
   * @param dataFolder folder for an HTTP store's faults
   */
  constructor(store: string, dataFolder: string) {
    this.#folder = join(isHttpLocation(store) ? dataFolder : store, '.faults');
  }

  /** Notes a fault, in the place of an earlier one of the same module. */
  async note(fault: Fault): Promise<void> {
    await writeAtomically(this.#file(fault), `${JSON.stringify(fault, null, 2)}\n`);
  }

  /** Forgets a fault that is no more. */
  async clear(fault: Pick<Fault, 'app' | 'version' | 'module'>): Promise<void> {
    await rm(this.#file(fault), { force: true });
  }

  /** The faults of a version. */
  async of(app: string, version: string): Promise<Fault[]> {
    const folder = join(this.#folder, app, version);
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
    return (await Promise.all(files.map(readFault))).filter((fault) => fault !== undefined);
  }

  #file({ app, version, module = wholeVersion }: Pick<Fault, 'app' | 'version' | 'module'>): string {
    return join(this.#folder, app, version, `${module.replaceAll(/[^\w-]/g, '')}.json`);
  }
}

/** A fault that was noted; nothing when a server has just forgotten it. */
async function readFault(file: string): Promise<Fault | undefined> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as Fault | null) ?? undefined;
  } catch {
    return undefined;
  }
}
