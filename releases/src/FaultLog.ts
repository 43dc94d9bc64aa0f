import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '@site/shared/contract/release.ts';
import { notesFolder } from './notesFolder.ts';
import { writeAtomically } from './store/writeAtomically.ts';

/** Stands for a fault of a whole version: no exposed module can be called so. */
const wholeVersion = '_';

/** What browsers report stands beside what servers see: a server that is well says nothing of browsers. */
const reportedByBrowsers = 'BROWSER-FAILED';
const browserFile = '_browser.json';

/** How long a report counts after the last one, in milliseconds: nobody reports that a page works again. */
const reportsLast = 30 * 60_000;

/** What servers found wrong with versions. It stands in the store, or in the data folder when the store can't be written. */
export class FaultLog {
  readonly #folder: string;

  /**
   * @param store location of the store
   * @param dataFolder folder for an HTTP store's faults
   */
  constructor(store: string, dataFolder: string) {
    this.#folder = join(notesFolder(store, dataFolder), '.faults');
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
    const faults = (await Promise.all(files.map(readFault))).filter((fault) => fault !== undefined);
    return faults.filter(({ code, at }) => code !== reportedByBrowsers || Date.now() - Date.parse(at) < reportsLast);
  }

  #file({ app, version, module = wholeVersion, code }: Partial<Fault> & Pick<Fault, 'app' | 'version'>): string {
    const name = code === reportedByBrowsers ? browserFile : `${module.replaceAll(/[^\w-]/g, '')}.json`;
    return join(this.#folder, app, version, name);
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
