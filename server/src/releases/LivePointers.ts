import type { Store } from '@site/releases/store/Store.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { PointerMemory } from './PointerMemory.ts';

/** What reads pointers. */
export interface LivePointersOptions {
  readonly store: Store;
  readonly apps: readonly string[];
  readonly memory: PointerMemory;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

type Pointers = ReadonlyMap<string, Pointer>;

/**
 * Which versions are live, as the store says, or as was last known of an app whose pointer can't be read, or is gone: a
 * folder that isn't mounted, a wrong address, a file that somebody moved. Whoever wants a remote off the site takes
 * its pages out of the route table.
 */
export class LivePointers {
  readonly #options: LivePointersOptions;
  #current: Pointers = new Map();
  #unknown: ReadonlyMap<string, string> = new Map();
  #told = '';

  constructor(options: LivePointersOptions) {
    this.#options = options;
  }

  get all(): Pointers {
    return this.#current;
  }

  /** Apps whose pointer is there, but can't be read, and was not known before; with the code of why. */
  get unknown(): ReadonlyMap<string, string> {
    return this.#unknown;
  }

  /** Reads every pointer. One that isn't there is the one that was known: it holds up nobody else's releases. */
  async read(): Promise<void> {
    const { store, apps, memory } = this.#options;
    const read = await Promise.all(apps.map(async (app) => ({ app, ...(await this.#readOne(app)) })));
    const known = this.#current.size > 0 ? this.#current : (memory.read() ?? new Map<string, Pointer>());
    const pointers = new Map(
      read.flatMap(({ app, pointer = known.get(app) }) => (pointer ? [[app, pointer] as const] : [])),
    );
    const lost = read.filter(({ app, pointer, problem }) => !pointer && !problem && known.has(app));
    this.#tellOnce(
      [
        ...read.flatMap(({ problem }) => problem?.message ?? []),
        ...lost.map(({ app }) => `RELEASE-POINTER There is no ${app}/current.json in ${store.location} any more.`),
      ].join(' '),
    );
    this.#unknown = new Map(
      read.flatMap(({ app, problem }) => (problem && !pointers.has(app) ? [[app, problem.code] as const] : [])),
    );
    this.#current = pointers;
  }

  /** Remembers the pointers for the next start. That they can't be written must not disturb a visitor. */
  remember(): void {
    try {
      this.#options.memory.write(this.#current);
    } catch (error) {
      this.#options.log.warn(error, 'Which releases are live could not be remembered for the next start.');
    }
  }

  async #readOne(app: string): Promise<{ readonly pointer?: Pointer | undefined; readonly problem?: OperatorError }> {
    try {
      return { pointer: await this.#options.store.pointer(app) };
    } catch (error) {
      if (error instanceof OperatorError) return { problem: error };
      return { problem: new OperatorError('RELEASE-STORE', String(error), error) };
    }
  }

  #tellOnce(text: string): void {
    if (text === this.#told) return;
    this.#told = text;
    if (text === '') this.#options.log.warn('SITE-STORE Everything in the store can be read again.');
    else this.#options.log.error(`SITE-STORE ${text} The site goes on with what it knows.`);
  }
}
