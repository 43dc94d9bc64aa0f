import type { LocalCopies } from '@site/releases/LocalCopies.ts';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerEntry } from '@site/shared/contract/release.ts';
import { limits } from '../limits.ts';

/** What a server has of the versions that it may need of an app. */
export interface Copied {
  /** The pointer that they are of. */
  readonly pointer: Pointer | undefined;
  /** Those that are whole, the live one first. */
  readonly releases: readonly Release[];
  /** Whether the store could not be asked for one of the others. */
  readonly isUnreachable: boolean;
  /** When to look again at those that aren't whole: files may come back. */
  readonly tryAgainAt: number;
}

/** Told of each version that can't be copied. */
export type OnFault = (app: string, version: string, error: OperatorError) => void;

/** The versions of an app that a server needs: the live one, and some before it for when it fails. */
export const neededOf = (pointer: Pointer | undefined): readonly PointerEntry[] =>
  pointer ? [pointer, ...pointer.previous.slice(0, limits.earlierReleases)] : [];

/** Keeps copies of the versions that the pointers name. */
export class CopiedVersions {
  readonly #copies: LocalCopies;
  readonly #onFault: OnFault;
  readonly #copied = new Map<string, Copied>();
  readonly #copying = new Map<string, string>();

  constructor(copies: LocalCopies, onFault: OnFault) {
    this.#copies = copies;
    this.#onFault = onFault;
  }

  /** What is there of an app; nothing before it was looked at. */
  get(app: string): Copied | undefined {
    return this.#copied.get(app);
  }

  /** Copies what a pointer names, unless that is done or being done; whether anything new is there. */
  async follow(app: string, pointer: Pointer | undefined): Promise<boolean> {
    const wanted = JSON.stringify(pointer) ?? '';
    const copied = this.#copied.get(app);
    const isDone = copied && (JSON.stringify(copied.pointer) ?? '') === wanted && copied.tryAgainAt >= Date.now();
    if (isDone || this.#copying.get(app) === wanted) return false;
    this.#copying.set(app, wanted);
    const result = await this.#copyAll(app, pointer);
    // The pointer has changed again in the meantime: what comes of it is newer.
    if (this.#copying.get(app) !== wanted) return false;
    this.#copying.delete(app);
    this.#copied.set(app, result);
    return true;
  }

  async #copyAll(app: string, pointer: Pointer | undefined): Promise<Copied> {
    const releases: Release[] = [];
    const faults: string[] = [];
    for (const { version } of neededOf(pointer)) {
      const found = await this.#copyOf(app, version);
      if (found instanceof OperatorError) faults.push(found.code);
      else releases.push(found);
    }
    return {
      pointer,
      releases,
      isUnreachable: faults.includes('RELEASE-STORE'),
      tryAgainAt: faults.length > 0 ? Date.now() + limits.failedPageRest : Number.POSITIVE_INFINITY,
    };
  }

  async #copyOf(app: string, version: string): Promise<Release | OperatorError> {
    try {
      return await this.#copies.get(app, version);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const error = cause instanceof OperatorError ? cause : new OperatorError('RELEASE-STORE', reason, cause);
      this.#onFault(app, version, error);
      return error;
    }
  }
}
