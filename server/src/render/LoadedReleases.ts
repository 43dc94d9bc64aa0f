import type { Release } from '@site/releases/Release.ts';
import type { ToRenderer } from '@site/shell/render/messages.ts';
import { limits } from '../limits.ts';
import { readRemoteCode } from './readRemoteCode.ts';
import { releaseId } from './titles.ts';

/** Which releases a worker has. A server that goes on for months sees many: it keeps those that were used last. */
export class LoadedReleases {
  readonly #loaded = new Map<string, Release>();

  /** All that are loaded. */
  get all(): readonly Release[] {
    return [...this.#loaded.values()];
  }

  /**
   * What a worker must be told before it can render with a release.
   *
   * @throws {OperatorError} RELEASE-FILE when the release's code is not what was built
   */
  use(remote: Release): readonly ToRenderer[] {
    const title = releaseId(remote);
    const isLoaded = this.#loaded.has(title);
    const loading = isLoaded ? [] : [{ type: 'remote', ...namesOf(remote), code: readRemoteCode(remote) } as const];
    this.#loaded.delete(title);
    this.#loaded.set(title, remote);
    return [...loading, ...this.#forgetOldest()];
  }

  #forgetOldest(): readonly ToRenderer[] {
    const [oldest] = this.#loaded;
    if (!oldest || this.#loaded.size <= limits.renderReleases) return [];
    const [title, release] = oldest;
    this.#loaded.delete(title);
    return [{ type: 'forget', ...namesOf(release) }];
  }
}

/** What the worker knows a release by. */
const namesOf = ({ manifest }: Release) => ({ name: manifest.name, release: manifest.version });
