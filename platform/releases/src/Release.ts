import type { Pointer, PointerCandidate, ReleaseManifest } from '@site/shared/contract/release.ts';
import { type ComposedRoutes, composeTable, type SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { proposalOf } from './proposals.ts';

/** A version whose files are on this machine and have been verified. */
export interface Release {
  readonly manifest: ReleaseManifest;
  /** The folder that holds its files. */
  readonly folder: string;
  /** What its modules’ style sheets consist of (`Part[]`), as JSON by file; undefined where nobody has read them (`readRelease`). */
  readonly sheets?: ReadonlyMap<string, string>;
}

/** A release that a share of the visitors gets, followed by its remote's live releases in case it fails. */
export interface CandidateRelease extends Omit<PointerCandidate, 'version'> {
  readonly release: Release;
}

/** A remote's live version, as the store describes it. */
export interface LiveRemote {
  readonly manifest: ReleaseManifest;
  /** When it went live, ISO 8601. */
  readonly since: string;
}

/** What is live: the shell, and for each remote the releases that may be shown, the preferred one first. */
export interface ReleaseSet {
  readonly shell: Release;
  readonly remotes: ReadonlyMap<string, readonly Release[]>;
  /** The route policy, by which `routes` are composed. */
  readonly policy: RoutePolicy;
  /** The site's pages: what the preferred releases propose, as far as the policy allows it. */
  readonly routes: SiteRoutes;
  /** For each remote with a rollout, the release under rollout. */
  readonly candidates: ReadonlyMap<string, CandidateRelease>;
  /**
   * Remotes that are unavailable for now, with the error code: RELEASE-STORE while the store can't deliver them,
   * RELEASE-POINTER while their pointer is damaged.
   */
  readonly unreachable: ReadonlyMap<string, string>;
  /** Remotes without any release to show: their pages are the 404 page, and nothing links to them. */
  readonly gone: readonly string[];
  /** Those in `gone` whose live release can't be used: their last good pages may be shown. */
  readonly unusable: readonly string[];
  /** Apps whose pointer in the store is refused, with the error code. An earlier pointer applies. */
  readonly refused: ReadonlyMap<string, string>;
  /** The error code while the store's route policy is refused, damaged or missing. The earlier policy applies. */
  readonly refusedPolicy: string | undefined;
  /** Changes whenever a release or the policy changes. */
  readonly signature: string;
  /** The same set with each earlier shell, the preferred one first, in case the shell fails. */
  readonly fallbacks: readonly ReleaseSet[];
}

/** A browser file and the release it belongs to. */
export interface ReleaseAsset {
  readonly release: Release;
  /** Relative to the release's `web/` folder. */
  readonly file: string;
}

/** A store that can't be read, or has lost what is live. */
export interface LostStore {
  /** The code of its error. */
  readonly code: string;
  readonly since: Date;
}

/** Where a server gets its releases. */
export interface ReleaseSource {
  /** What is live now. */
  current(): ReleaseSet;
  /** Folders of the store that are no remotes because their pointers are refused, with the error code. */
  readonly refusedFolders?: ReadonlyMap<string, string>;
  /** Why nothing new can be shown; undefined while the store can be read. */
  readonly lostStore?: LostStore | undefined;
  /** The pointer of an app that is followed; undefined when none was ever accepted, or there is no store. */
  pointer?(app: string): Pointer | undefined;
  /** When a release went live; undefined if unknown. */
  liveSince(release: Release): Date | undefined;
  /** Any version in the store, live or not; undefined when it is missing, can't be shown or was rolled back. */
  find(app: string, version: string): Promise<Release | undefined>;
  /**
   * The browser file at an address, of a version that is live, under rollout, or was shown before: open tabs may still run it.
   */
  asset(path: string): Promise<ReleaseAsset | undefined>;
  /** The releases of an app that visitors get, or got, as far as they can be shown. */
  shown(app: string): Promise<readonly Release[]>;
  /** Records a fault of a module for the list of releases, or of the whole release when no module is given. */
  reportFault(release: Release, code: string, message: string, module?: string): void;
  /** Removes the fault of a module that works again, or of the whole release. */
  clearFault(release: Release, module?: string): void;
  close(): void;
}

/** Identifies a release in messages, logs and metrics: `blog@3f2a…`. */
export const releaseId = ({ manifest }: Pick<Release, 'manifest'>): string => `${manifest.name}@${manifest.version}`;

/** The releases that a set shows. */
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

/** Composes the pages of the preferred releases of remotes. */
export const composeRoutes = (remotes: ReleaseSet['remotes'], policy: RoutePolicy): ComposedRoutes =>
  composeTable(
    policy,
    [...remotes.values()].flatMap(([release]) => (release ? [proposalOf(release.manifest)] : [])),
  );

/** Whether a remote can't be shown that the site should have: its policy names it, or it was live. */
export const isMissingOne = ({
  gone,
  unreachable,
  remotes,
  shell,
}: Pick<ReleaseSet, 'gone' | 'unreachable' | 'remotes' | 'shell'>): boolean =>
  [...gone, ...unreachable.keys()].some((name) => !remotes.has(name) && name !== shell.manifest.name);

/** The pages of a set. While a remote is missing, nobody knows what the site goes without. */
export function routesOf(set: Omit<ReleaseSet, 'routes'>): SiteRoutes {
  const { lacks, ...routes } = composeRoutes(set.remotes, set.policy).routes;
  return lacks && !isMissingOne(set) ? { ...routes, lacks } : routes;
}

/** A set without problems, candidates or fallbacks. */
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
function fileAt(path: string, { manifest }: Release): string | undefined {
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
