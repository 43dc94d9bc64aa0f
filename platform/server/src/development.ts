import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { proposalOf } from '@site/releases/proposals.ts';
import { plainSet, type Release, type ReleaseSet, signatureOf } from '@site/releases/Release.ts';
import type { FragmentAlone } from '@site/renderer/views/developedFragments.ts';
import type { PageReport } from '@site/renderer/views/PageReport.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { composeTable, type Proposal } from '@site/shared/routes/composeTable.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { RouteProblem } from '@site/shared/routes/RouteProblem.ts';
import { defaultPolicy } from './defaultPolicy.ts';
import { StaticReleases } from './StaticReleases.ts';

/** What differs in development. A site in production has none of it. */
export interface Development {
  /** The origin of absolute addresses, as the developer's browser sees it. */
  readonly origin: string;
  /** Called after each rendering, successful or not. */
  readonly onPage: (report: PageReport) => void;
  /** Called with the console output of pages. */
  readonly onOutput: (text: string) => void;
  /** What stands in for the answer of a remote's own API; undefined when there is nothing. */
  readonly fixture: (api: string, path: string, encoding?: 'latin1') => Promise<string | undefined>;
  /** Called with what a form would send to a remote's own API, as JSON. */
  readonly onForm: (to: string, body: string) => void;
  /** The fragment that an address shows on a page of its own, among those of the site; undefined for any other address. */
  readonly fragmentAt: (url: string, fragments: object) => FragmentAlone | undefined;
}

/** What the site has around the developed apps: pages of other remotes, and the policy for all. */
export interface SiteAround {
  readonly policy: RoutePolicy;
  readonly proposals: readonly Proposal[];
}

/** Options of build folders. */
interface BuildFoldersOptions {
  /** The first one with an app wins. */
  readonly folders: readonly string[];
  readonly around?: SiteAround | undefined;
  /** Called with the pages that a newly composed table leaves out. */
  readonly onRoutes?: (problems: readonly RouteProblem[]) => void;
}

/** Apps in build folders. Every call sees what was built or removed meanwhile. */
export class BuildFolders extends StaticReleases {
  readonly #folders: readonly string[];
  readonly #around: SiteAround;
  readonly #onRoutes: (problems: readonly RouteProblem[]) => void;
  readonly #read = new Map<string, { readonly changed: number; readonly release: Release }>();
  #current: ReleaseSet | undefined;

  constructor({
    folders,
    around = { policy: defaultPolicy, proposals: [] },
    onRoutes = () => {},
  }: BuildFoldersOptions) {
    super(() => this.#newest());
    this.#folders = folders;
    this.#around = around;
    this.#onRoutes = onRoutes;
  }

  /** @throws {OperatorError} SITE-BUILD when the shell has not been built */
  #newest(): ReleaseSet {
    const apps = new Map(this.#folders.toReversed().flatMap((folder) => this.#readFolder(folder)));
    const shell = apps.get('shell') ?? this.#current?.shell;
    if (!shell)
      throw new OperatorError('SITE-BUILD', `There is no shell in ${this.#folders.join(', ')}. Run: npx site build`);
    apps.delete('shell');
    const remotes = new Map([...apps].map(([name, release]) => [name, [release]]));
    if (signatureOf({ shell, remotes }) !== this.#current?.signature) this.#current = this.#compose(shell, remotes);
    return this.#current;
  }

  #compose(shell: Release, remotes: ReleaseSet['remotes']): ReleaseSet {
    const { policy, proposals } = this.#around;
    const others = proposals.filter(({ remote }) => !remotes.has(remote));
    const own = [...remotes.values()].flatMap((releases) => releases.map(({ manifest }) => proposalOf(manifest)));
    const { routes, problems } = composeTable(withFragmentsOf(own, policy), [...others, ...own]);
    this.#onRoutes(problems.filter(({ remote }) => remotes.has(remote)));
    return { ...plainSet(shell, remotes, policy), routes };
  }

  override liveSince({ folder }: Release): Date | undefined {
    return statSync(join(folder, manifestFile), { throwIfNoEntry: false })?.mtime;
  }

  #readFolder(folder: string): [string, Release][] {
    return namesIn(folder).flatMap((name) => this.#readApp(name, join(folder, name)));
  }

  #readApp(name: string, folder: string): [string, Release][] {
    const file = join(folder, manifestFile);
    try {
      const changed = statSync(file).mtimeMs;
      const known = this.#read.get(folder);
      if (known?.changed === changed) return [[name, known.release]];
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as ReleaseManifest;
      const release = { manifest, folder };
      this.#read.set(folder, { changed, release });
      return [[name, release]];
    } catch {
      // A folder that is half built or removed counts as missing.
      return [];
    }
  }
}

/** The policy, where what nobody has by it belongs to the developed remote that offers it: its owner may not have granted it yet. */
function withFragmentsOf(own: readonly Proposal[], policy: RoutePolicy): RoutePolicy {
  const offered = own.flatMap(({ remote, fragments = {} }) => Object.keys(fragments).map((name) => [name, remote]));
  return { ...policy, fragments: { ...Object.fromEntries(offered), ...policy.fragments } };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
