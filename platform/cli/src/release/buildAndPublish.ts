import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { boundaries } from '@site/bundling/checks/boundaries.ts';
import { problemsFoundBy } from '@site/bundling/checks/Check.ts';
import { catalogues } from '@site/bundling/checks/catalogues/catalogues.ts';
import { types } from '@site/bundling/checks/programs.ts';
import { fingerprint } from '@site/bundling/fingerprint.ts';
import { heaviestPackages } from '@site/bundling/packageWeights.ts';
import { buildFolder, onlyRemote, root } from '@site/bundling/project.ts';
import { acceptedShells } from '@site/releases/operations/acceptedShells.ts';
import { type PublishOptions, type PublishResult, publish } from '@site/releases/operations/publish.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Provenance } from '@site/shared/contract/release.ts';
import type { PreflightOptions, ReleaseTools } from './serviceTools.ts';

/** How to publish. */
export interface BuildAndPublishOptions extends PreflightOptions {
  /** A folder with the built app, instead of building it now. */
  readonly folder?: string | undefined;
  /** Public address of the store, if browsers should fetch the remote's files from there. */
  readonly origin?: string | undefined;
  /** Whether live pages may lose texts with a new shell. */
  readonly acceptsLoss?: boolean;
  /** Whether to check the sources before they are built; default: true. */
  readonly checksSources?: boolean;
}

/** What was published. */
export interface PublishedApp extends PublishResult, Checkout {}

/**
 * Checks and builds an app if its sources have changed, verifies it, runs the preflight, and stores it.
 *
 * @throws {OperatorError} RELEASE-CHECK when a check finds a problem in the sources; also the errors of `publish` and `build`
 */
export async function buildAndPublish(
  app: string,
  tools: ReleaseTools,
  options: BuildAndPublishOptions,
): Promise<PublishedApp> {
  const { origin, signing, checksSources = true, onProgress = () => {} } = options;
  const { uncommitted, ...provenance } = await readCheckout();
  // Loads while compilers work in other processes and threads. A failure is reported where it is used.
  if (onlyRemote === undefined) import('./preflightHere.ts').catch(() => {});
  if (!options.folder) {
    const isStored = await tools.store.has(app, fingerprint(app, origin));
    await buildChecked(app, { origin, checksSources: checksSources && !isStored, onProgress });
  }
  const folder = options.folder ?? join(buildFolder, app);
  const published = await publish({
    store: tools.store,
    app,
    folder,
    namePackages: (scripts) => heaviestPackages(folder, scripts),
    provenance,
    policy: tools.policy,
    acceptsLoss: options.acceptsLoss,
    key: signing.releases,
    trust: signing.trust,
    ...(await preflightFor(app, tools, options)),
    onProgress,
  });
  return { ...published, ...provenance, uncommitted };
}

/**
 * Builds an app, and checks its sources at the same time.
 *
 * @throws {OperatorError} RELEASE-CHECK when a check finds a problem; also the errors of `build`
 */
export async function buildChecked(
  app: string,
  {
    origin,
    checksSources,
    onProgress = () => {},
  }: Pick<BuildAndPublishOptions, 'origin' | 'checksSources' | 'onProgress'>,
): Promise<void> {
  onProgress(`building ${app}`);
  const building = build(app, origin);
  if (checksSources) {
    // The check reports the same mistake more clearly than the build.
    building.catch(() => {});
    await assertChecked(app, onProgress);
  }
  await building;
}

/**
 * Tries a version here, with the live releases. A remote's own repository has no server to render with: there only the
 * manifests are compared, and the release service renders the pages.
 */
async function preflightFor(
  app: string,
  tools: ReleaseTools,
  options: BuildAndPublishOptions,
): Promise<Pick<PublishOptions, 'shells' | 'remotes' | 'preflight'>> {
  if (onlyRemote === undefined) {
    const { preflightHere } = await import('./preflightHere.ts');
    return await preflightHere(app, tools, options);
  }
  const shells = await acceptedShells(tools.store);
  return { shells: shells.map((manifest) => ({ manifest, folder: '' })), remotes: [] };
}

/** The checks whose problems would break the live site. The others are only about the sources. */
const decisiveChecks = [types, boundaries, catalogues];

async function assertChecked(app: string, onProgress: (step: string) => void): Promise<void> {
  onProgress(`checking the sources of ${app}`);
  const problems = (await Promise.all(decisiveChecks.map((check) => problemsFoundBy(check, app)))).flat();
  if (problems.length === 0) return;
  throw new OperatorError('RELEASE-CHECK', `The sources of ${app} have problems:\n${problems.join('\n')}`);
}

/** What is checked out. The commit ends with `-dirty` when files differ from it. Empty outside a repository. */
interface Checkout extends Provenance {
  /** Files that differ from the commit, or that it doesn't have. */
  readonly uncommitted: readonly string[];
}

/** Reads which commit is checked out in a folder, and what has changed since. */
export async function readCheckout(folder: string = root): Promise<Checkout> {
  const git = async (...parameters: string[]) => (await promisify(execFile)('git', parameters, { cwd: folder })).stdout;
  try {
    const commit = (await git('describe', '--always', '--exclude', '*')).trim();
    const status = await git('status', '--porcelain', '--untracked-files=all');
    const uncommitted = status.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
    const author = (await git('log', '-1', '--format=%an')).trim();
    // A repository may have no `origin`.
    const address = (await git('config', '--get', 'remote.origin.url').catch(() => '')).trim();
    const repository = withoutSecrets(address);
    return {
      commit: uncommitted.length > 0 ? `${commit}-dirty` : commit,
      author,
      ...(repository && { repository }),
      uncommitted,
    };
  } catch {
    return { uncommitted: [] };
  }
}

/** The address of a repository without credentials, for the list. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url || url.username === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
