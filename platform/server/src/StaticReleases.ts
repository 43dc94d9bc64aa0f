import {
  assetIn,
  type Release,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
} from '@site/releases/Release.ts';

/** Releases without a store: nothing is promoted, there are no other versions, and no list to record faults in. */
export class StaticReleases implements ReleaseSource {
  readonly current: () => ReleaseSet;

  /** @param current what is shown now */
  constructor(current: () => ReleaseSet) {
    this.current = current;
  }

  liveSince(_release: Release): Date | undefined {
    return undefined;
  }

  async find(app: string, version: string): Promise<Release | undefined> {
    return releasesOf(this.current()).find(({ manifest }) => manifest.name === app && manifest.version === version);
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    return assetIn(path, releasesOf(this.current()));
  }

  async shown(): Promise<readonly Release[]> {
    return [];
  }

  reportFault(): void {
    // The developer's log has it, or the preflight collects it.
  }

  clearFault(): void {
    // See above.
  }

  close(): void {
    // Nothing is watched.
  }
}
