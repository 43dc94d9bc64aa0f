import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import { writeAtomically } from './store/files.ts';

/** File name of a fault of a whole version: no exposed module can have it. */
const wholeVersion = '_';

/** Reports from browsers are in separate files: a page that works on the server may still fail in browsers. */
const browserCode = 'BROWSER-FAILED';
const browserFile = '_browser.json';

/** The part of an app that a refused pointer is reported under, whatever version the pointer names. */
export const pointerPart = 'current.json';

/** The signature of the pointer that a server accepted last. */
const acceptedFile = 'accepted.json';

/** Browser reports expire this many milliseconds after the last one: no browser reports that a page works again. */
const browserReportsExpire = 30 * 60_000;

type FaultLocation = Pick<Fault, 'app' | 'version' | 'module'>;

/** The part of `FaultLog` that only reads. */
export type KnownFaults = Pick<FaultLog, 'of' | 'ofPointer' | 'acceptedPointer'>;

/**
 * The faults that servers find in versions, for the list of releases. They are kept outside the store, because servers only
 * read the store.
 */
export class FaultLog {
  readonly #folder: string;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'> | undefined;

  /**
   * @param reports folder for the servers' reports
   * @param log where reported faults are logged too; only servers have one
   */
  constructor(reports: string, log?: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#folder = join(reports, '.faults');
    this.#log = log;
  }

  /** Writes a fault; it replaces an earlier one of the same module. */
  async write(fault: Fault): Promise<void> {
    await writeAtomically(this.#file(fault), `${JSON.stringify(fault, null, 2)}\n`);
  }

  /** Removes a fault. */
  async remove(fault: FaultLocation): Promise<void> {
    await rm(this.#file(fault), { force: true });
  }

  /** Logs and writes a fault in the background: a failed write must not affect visitors. */
  report(fault: Omit<Fault, 'at'>): void {
    const { message, ...fields } = fault;
    this.#log?.error(fields, message);
    this.#inBackground(this.write({ ...fault, at: new Date().toISOString() }));
  }

  /** Removes a fault in the background. */
  clear(fault: FaultLocation): void {
    this.#inBackground(this.remove(fault));
  }

  /** The faults of a version. */
  async of(app: string, version: string): Promise<Fault[]> {
    const folder = join(this.#folder, app, version);
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
    const faults = (await Promise.all(files.map(readFault))).filter((fault) => fault !== undefined);
    return faults.filter(({ code, at }) => code !== browserCode || Date.now() - Date.parse(at) < browserReportsExpire);
  }

  /** Why servers refuse the app's pointer, or the route policy for `policy.json`; undefined when they don't. */
  async ofPointer(app: string): Promise<Fault | undefined> {
    return await readFault(join(this.#folder, app, pointerPart));
  }

  /** Writes in the background which pointer of an app, or which route policy, a server follows, by its signature. */
  reportAccepted(app: string, signature: string): void {
    this.#inBackground(writeAtomically(join(this.#folder, app, acceptedFile), JSON.stringify(signature)));
  }

  /** The signature of the pointer, or of the route policy for `policy.json`, that a server of the site accepted last; undefined when none has reported one. */
  async acceptedPointer(app: string): Promise<string | undefined> {
    try {
      return String(JSON.parse(await readFile(join(this.#folder, app, acceptedFile), 'utf8')));
    } catch {
      return undefined;
    }
  }

  #inBackground(write: Promise<void>): void {
    write.catch((error: unknown) => this.#log?.warn(error, 'A fault could not be written for the list of releases.'));
  }

  #file({ app, version, module = wholeVersion, code }: FaultLocation & Partial<Fault>): string {
    if (module === pointerPart) return join(this.#folder, app, pointerPart);
    const name = code === browserCode ? browserFile : `${module.replaceAll(/[^\w-]/g, '')}.json`;
    return join(this.#folder, app, version, name);
  }
}

/** Reads a fault; undefined when a server has just removed it, or the file is damaged. */
async function readFault(file: string): Promise<Fault | undefined> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as Fault | null) ?? undefined;
  } catch {
    return undefined;
  }
}
