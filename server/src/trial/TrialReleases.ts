import type { Release } from '@site/releases/Release.ts';
import {
  assetIn,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
  signatureOf,
} from '@site/releases/Release.ts';

/** A shell and one remote, as a site would have them that has nothing else. */
export class TrialReleases implements ReleaseSource {
  readonly #set: ReleaseSet;

  constructor(shell: Release, candidate: Release) {
    const remotes = new Map([[candidate.manifest.name, [candidate]]]);
    this.#set = { shell, remotes, unreachable: new Map(), gone: [], signature: signatureOf({ shell, remotes }) };
  }

  current(): ReleaseSet {
    return this.#set;
  }

  liveSince(): Date | undefined {
    return undefined;
  }

  async find(): Promise<Release | undefined> {
    return undefined;
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    return assetIn(path, releasesOf(this.#set));
  }

  reportFault(): void {
    // A trial sees for itself what fails.
  }

  clearFault(): void {
    // As above.
  }

  close(): void {
    // Nothing is watched.
  }
}
