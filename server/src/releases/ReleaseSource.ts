import type { Release } from '@site/releases/Release.ts';

/** What is live: the shell, and of each remote the releases that may be shown, the preferred one first. */
export interface ReleaseSet {
  readonly shell: Release;
  readonly remotes: ReadonlyMap<string, readonly Release[]>;
  /** Remotes that may be there in a moment, with the code of what is in the way: RELEASE-STORE until the store hands them over, RELEASE-POINTER until somebody mends the pointer. */
  readonly unreachable: ReadonlyMap<string, string>;
  /** Remotes of which there is no release to show: their pages are the 404 page, and nothing leads to them. */
  readonly gone: readonly string[];
  /** Changes when any release changes. */
  readonly signature: string;
}

/** A browser file and the release that it belongs to. */
export interface ReleaseAsset {
  readonly release: Release;
  /** Relative to the release's `web/` folder. */
  readonly file: string;
}

/** Where a server has its releases from. */
export interface ReleaseSource {
  /** What is live now. */
  current(): ReleaseSet;
  /** When a release went live; nothing when that isn't known. */
  liveSince(release: Release): Date | undefined;
  /** A version that is in the store, live or not; nothing when there is none that could be shown. */
  find(app: string, version: string): Promise<Release | undefined>;
  /** The browser file at an address, of a live version or of one that open tabs may still run. */
  asset(path: string): Promise<ReleaseAsset | undefined>;
  /** Notes what keeps a release from being shown, for the list of releases; without a module it is the whole release. */
  reportFault(release: Release, code: string, message: string, module?: string): void;
  /** Notes that a module which had failed works. */
  clearFault(release: Release, module: string): void;
  close(): void;
}

/** The file of a release at an address. */
export function fileAt(path: string, { manifest }: Release): string | undefined {
  const { publicPath, files } = manifest;
  const file = path.slice(publicPath.length);
  return path.startsWith(publicPath) && Object.hasOwn(files, `web/${file}`) ? file : undefined;
}

/** Every release of a set, the shell first. */
export const releasesOf = ({ shell, remotes }: ReleaseSet): readonly Release[] => [
  shell,
  ...[...remotes.values()].flat(),
];

/** The browser file at an address, and the release among some that it belongs to. */
export function assetIn(path: string, releases: readonly Release[]): ReleaseAsset | undefined {
  for (const release of releases) {
    const file = fileAt(path, release);
    if (file) return { release, file };
  }
  return undefined;
}

/** What a set of releases is called. */
export const signatureOf = (shell: Release, remotes: ReadonlyMap<string, readonly Release[]>): string =>
  [[shell], ...remotes.values()]
    .flat()
    .map(({ manifest }) => `${manifest.name}@${manifest.version}`)
    .join(' ');
