import { ReleaseError, type ReleaseErrorCode, type Store } from '@site/releases';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { PointerMemory } from './PointerMemory.ts';

/** What reads pointers. */
export interface LivePointersOptions {
  readonly store: Store;
  /** Every app, the shell first. */
  readonly apps: readonly [string, ...string[]];
  readonly memory: PointerMemory;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

type Pointers = ReadonlyMap<string, Pointer>;

/** Which versions are live, as the store says, or as was last known while it can't be read. */
export class LivePointers {
  readonly #options: LivePointersOptions;
  #current: Pointers = new Map();
  #unknown: ReadonlyMap<string, ReleaseErrorCode> = new Map();
  #told = '';

  constructor(options: LivePointersOptions) {
    this.#options = options;
  }

  get all(): Pointers {
    return this.#current;
  }

  /** Apps whose pointer is there, but can't be read, and was not known before; with the code of why. */
  get unknown(): ReadonlyMap<string, ReleaseErrorCode> {
    return this.#unknown;
  }

  /** Reads every pointer. One that can't be read is the one that was known: it holds up nobody else's releases. */
  async read(): Promise<void> {
    const { store, apps, memory } = this.#options;
    const read = await Promise.all(apps.map(async (app) => ({ app, ...(await this.#readOne(app)) })));
    const known = this.#current.size > 0 ? this.#current : (memory.read() ?? new Map<string, Pointer>());
    const pointers = new Map(
      read.flatMap(({ app, pointer, problem }) => {
        const usable = problem === undefined ? pointer : known.get(app);
        return usable ? [[app, usable] as const] : [];
      }),
    );
    const failed = read.filter(({ problem }) => problem !== undefined);
    const reasons = failed.map(({ problem }) => problem?.message ?? '');
    // A store without a shell is no store: a folder that isn't mounted, or a wrong address.
    const isStore = pointers.has(apps[0]);
    if (!isStore && failed.length === 0) reasons.push(`RELEASE-STORE There is no ${apps[0]} in ${store.location}.`);
    if (known.size > 0) this.#tellOnce(reasons.join(' '));
    this.#unknown = new Map(
      failed.flatMap(({ app, problem }) => (problem && !pointers.has(app) ? [[app, problem.code] as const] : [])),
    );
    this.#current = isStore ? pointers : known;
  }

  /** Remembers the pointers for the next start. That they can't be written must not disturb a visitor. */
  remember(): void {
    try {
      this.#options.memory.write(this.#current);
    } catch (error) {
      this.#options.log.warn(error, 'Which releases are live could not be remembered for the next start.');
    }
  }

  async #readOne(app: string): Promise<{ readonly pointer?: Pointer | undefined; readonly problem?: ReleaseError }> {
    try {
      return { pointer: await this.#options.store.pointer(app) };
    } catch (error) {
      if (error instanceof ReleaseError) return { problem: error };
      return { problem: new ReleaseError('RELEASE-STORE', String(error), error) };
    }
  }

  #tellOnce(text: string): void {
    if (text !== '' && text !== this.#told) {
      this.#options.log.error(`SITE-STORE ${text} The site goes on with what it knows.`);
    }
    this.#told = text;
  }
}
