import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyFile } from '@site/releases/integrity.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ToRenderer } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';

/** The releases that a worker has loaded. A server that runs for months sees many: only the most recently used stay. */
export class LoadedReleases {
  #unloaded: Release[] = [];
  readonly #loaded = new LRUCache<string, Release>({
    max: serverLimits.renderReleases,
    dispose: (release, _id, reason) => reason === 'evict' && this.#unloaded.push(release),
  });

  get all(): readonly Release[] {
    return [...this.#loaded.values()];
  }

  /**
   * The messages that make a worker ready to render a release.
   *
   * @throws {OperatorError} RELEASE-FILE when the release's code is not what was built
   */
  load(remote: Release): readonly ToRenderer[] {
    const id = releaseId(remote);
    if (this.#loaded.get(id)) return [];
    const loading = { type: 'remote', ...namesOf(remote), code: readServerCode(remote) } as const;
    this.#loaded.set(id, remote);
    const unloaded = this.#unloaded.splice(0);
    return [loading, ...unloaded.map((release) => ({ type: 'forget', ...namesOf(release) }) as const)];
  }
}

/** What the worker identifies a release by. */
const namesOf = ({ manifest }: Release) => ({ name: manifest.name, release: manifest.version });

function readServerCode({ manifest, folder }: Release): string {
  const content = read(join(folder, manifest.server));
  verifyFile(manifest, manifest.server, content);
  return content.toString('utf8');
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new OperatorError(
      'RELEASE-FILE',
      `${file} can’t be read. Restart the server: it copies the release anew.`,
      cause,
    );
  }
}
