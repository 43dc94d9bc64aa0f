import type { PointerCandidate, ReleaseManifest } from '@site/shared/contract/release.ts';
import { type ComposedRoutes, composeTable, type SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { proposalOf } from './proposals.ts';

/** A version whose files are on this machine and have been verified. */
export interface Release {
  readonly manifest: ReleaseManifest;
  /** The folder that holds its files. */
  readonly folder: string;
}

/** A release that a share of the visitors gets, and the live ones of its remote when it fails. */
export interface CandidateRelease extends Omit<PointerCandidate, 'version'> {
  readonly release: Release;
}

/** What is live: the shell, and for each remote the releases that may be shown, the preferred one first. */
export interface ReleaseSet {
  readonly shell: Release;
  readonly remotes: ReadonlyMap<string, readonly Release[]>;
  /** The route policy, by which `routes` are composed. */
  readonly policy: RoutePolicy;
  /** The site's pages: what the preferred releases propose, as far as the policy allows it. */
  readonly routes: SiteRoutes;
  /** Of remotes that go live in steps, the release that is about to. */
  readonly candidates: ReadonlyMap<string, CandidateRelease>;
  /** Remotes that may come back at any moment, with the error code: RELEASE-STORE while the store can't deliver them, RELEASE-POINTER while their pointer is damaged. */
  readonly unreachable: ReadonlyMap<string, string>;
  /** Remotes without any release to show: their pages are the 404 page, and nothing links to them. */
  readonly gone: readonly string[];
  /** Those of them that have a live release, which can't be used: their last good pages may be shown. */
  readonly unusable: readonly string[];
  /** Apps whose pointer in the store is refused, with the error code: an earlier one counts. */
  readonly refused: ReadonlyMap<string, string>;
  /** The error code, while the store's route policy is refused, damaged or gone: the one before is in force. */
  readonly refusedPolicy: string | undefined;
  /** Changes when any release changes, or the policy. */
  readonly signature: string;
  /** The same with each earlier shell, the preferred one first: what is shown when the shell fails. */
  readonly fallbacks: readonly ReleaseSet[];
}

/** A browser file and the release it belongs to. */
export interface ReleaseAsset {
  readonly release: Release;
  /** Relative to the release's `web/` folder. */
  readonly file: string;
}

/** Where a server gets its releases. */
export interface ReleaseSource {
  /** What is live now. */
  current(): ReleaseSet;
  /** When a release went live; undefined when that isn't known. */
  liveSince(release: Release): Date | undefined;
  /** Any version in the store, live or not; undefined when there is none that can be shown, or when it was given up. */
  find(app: string, version: string): Promise<Release | undefined>;
  /** The browser file at an address, of a version that is live, goes live in steps, or was shown before: open tabs may still run it. */
  asset(path: string): Promise<ReleaseAsset | undefined>;
  /** Records a fault of a module for the list of releases, or of the whole release when no module is given. */
  reportFault(release: Release, code: string, message: string, module?: string): void;
  /** Removes the fault of a module that works again, or of the whole release. */
  clearFault(release: Release, module?: string): void;
  close(): void;
}

/** Identifies a release in messages, logs and metrics: `blog@3f2a…`. */
export const releaseId = ({ manifest }: Pick<Release, 'manifest'>): string => `${manifest.name}@${manifest.version}`;

/** What a set shows to whom. */
type ShownReleases = Pick<ReleaseSet, 'shell' | 'remotes'> & Partial<Pick<ReleaseSet, 'candidates'>>;

/** Every release of a set, the shell first. */
export const releasesOf = ({ shell, remotes, candidates }: ShownReleases): readonly Release[] => [
  shell,
  ...[...remotes.values()].flat(),
  ...[...(candidates?.values() ?? [])].map(({ release }) => release),
];

/** The `signature` of a set of releases. */
export const signatureOf = ({ candidates, ...live }: ShownReleases): string =>
  [
    ...releasesOf(live).map(releaseId),
    ...[...(candidates?.values() ?? [])].map(({ release }) => `~${releaseId(release)}`),
  ].join(' ');

/** The sets that visitors of candidates get, by the names of their remotes. */
const variants = new WeakMap<ReleaseSet, Map<string, ReleaseSet>>();

/** The same set for a visitor who gets the candidates of some remotes. The live releases stand in for one that fails. */
export function withCandidates(set: ReleaseSet, names: readonly string[]): ReleaseSet {
  if (names.length === 0) return set;
  const known = variants.get(set) ?? new Map<string, ReleaseSet>();
  variants.set(set, known);
  const variant = known.get(names.join()) ?? makeVariant(set, names);
  known.set(names.join(), variant);
  return variant;
}

function makeVariant(set: ReleaseSet, names: readonly string[]): ReleaseSet {
  const remotes = new Map(set.remotes);
  for (const name of names) {
    const { release } = set.candidates.get(name) ?? {};
    const live = set.remotes.get(name) ?? [];
    if (release) remotes.set(name, [release, ...live.filter((other) => other !== release)]);
  }
  const { routes } = composeRoutes(remotes, set.policy);
  return { ...set, remotes, routes, fallbacks: set.fallbacks.map((earlier) => withCandidates(earlier, names)) };
}

/** Composes the pages of the preferred releases of remotes. */
export const composeRoutes = (remotes: ReleaseSet['remotes'], policy: RoutePolicy): ComposedRoutes =>
  composeTable(
    policy,
    [...remotes.values()].flatMap(([release]) => (release ? [proposalOf(release.manifest)] : [])),
  );

/** A set of releases that are all well, and have none before them. */
export function plainSet(shell: Release, remotes: ReleaseSet['remotes'], policy: RoutePolicy): ReleaseSet {
  return {
    shell,
    remotes,
    policy,
    routes: composeRoutes(remotes, policy).routes,
    candidates: new Map(),
    unreachable: new Map(),
    gone: [],
    unusable: [],
    refused: new Map(),
    refusedPolicy: undefined,
    signature: signatureOf({ shell, remotes }),
    fallbacks: [],
  };
}

/** The file of a release at an address, relative to `web/`. */
export function fileAt(path: string, { manifest }: Release): string | undefined {
  const { publicPath, files } = manifest;
  const file = path.slice(publicPath.length);
  return path.startsWith(publicPath) && Object.hasOwn(files, `web/${file}`) ? file : undefined;
}

/** Finds the browser file at an address in some releases. */
export function assetIn(path: string, releases: readonly Release[]): ReleaseAsset | undefined {
  for (const release of releases) {
    const file = fileAt(path, release);
    if (file) return { release, file };
  }
  return undefined;
}
