import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Provenance, ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { assertWithinBudget, type NamePackages } from '../budgets.ts';
import { assertCompatible, incompatibilityOf } from '../compatibility.ts';
import { assertTaken, lackNotes } from '../lacks.ts';
import { agreementNote, newlyAsked } from '../newlyAsked.ts';
import { pointerOf } from '../pointer.ts';
import { type Release, releaseId } from '../Release.ts';
import { readRelease } from '../reading/readRelease.ts';
import type { SigningKey } from '../signing/keys.ts';
import { isSameRelease, isSigned, signRelease } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore, WritableStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';
import { teamNotes } from '../teamNotes.ts';
import { assertProtocol, verifyFolder, verifyStored } from '../verify.ts';
import { liveRemotes, type ProposedRoutes, proposedRoutes } from './proposedRoutes.ts';

/** A release that is not stored yet, with the releases to render it with. */
export interface PreflightTask extends ProposedRoutes {
  readonly underTest: Release;
  /** The shell: the live one, or the release under test itself. */
  readonly shell: Release;
  /** The remotes whose pages are rendered: the release under test, or for a shell those that are live. */
  readonly remotes: readonly Release[];
  /** Of a remote: those that are live and show its fragments. */
  readonly users: readonly Release[];
  /** For a shell, the live one: what fails with both isn't the new one's fault. */
  readonly liveShell: Release | undefined;
  /** Whether live pages may lose texts with a new shell. */
  readonly acceptsLoss: boolean;
}

/**
 * Renders every page of a version, and checks its messages.
 *
 * @returns what its publisher should know, such as what was not tried
 * @throws {OperatorError} RELEASE-PREFLIGHT, RELEASE-CATALOGUE or RELEASE-LOSS
 */
export type Preflight = (task: PreflightTask) => Promise<readonly string[]>;

/** Options of `publish`. */
export interface PublishOptions {
  readonly store: WritableStore;
  readonly app: string;
  /** The built app. */
  readonly folder: string;
  /** What it was built from. */
  readonly provenance: Provenance;
  /** The shells that a remote may be released for, the live one first; empty before one is live. */
  readonly shells: readonly Release[];
  /** The remotes that are live: a shell is rendered with them. For a remote, those that show fragments of others. */
  readonly remotes: readonly Release[];
  /** Absent when the store does it: a release service renders a version before it keeps it. */
  readonly preflight?: Preflight | undefined;
  /** The route policy of a store that has none; default: each remote gets the prefix of its name. */
  readonly policy?: RoutePolicy | undefined;
  /** Whether live pages may lose texts with a new shell; default: false. */
  readonly acceptsLoss?: boolean | undefined;
  /** What the app's scripts consist of, if the sources are here: for pages that are too heavy. */
  readonly namePackages?: NamePackages | undefined;
  /** The key of the app's team. */
  readonly key?: SigningKey | undefined;
  /** Whose signatures servers accept, if known. */
  readonly trust?: Trust | undefined;
  /** Called with each step as it begins. */
  readonly onProgress?: (step: string) => void;
}

/** The result of `publish`. */
export interface PublishResult {
  readonly app: string;
  readonly version: string;
  /** False when the store already had the version. */
  readonly added: boolean;
  /** What its publisher should know, such as what was not tried. */
  readonly notes: readonly string[];
}

/**
 * Verifies a built app, signs it and puts it into the store. Nothing goes live. A version that is already there gets a new
 * signature if its own isn't accepted, for example after a key was replaced.
 *
 * @throws {OperatorError} when anything is wrong with the app; the store then stays unchanged
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const { store, app, folder, provenance, key, trust, onProgress = () => {} } = options;
  onProgress(`verifying the files of ${app}`);
  const built = await verifyFolder(app, folder);
  const manifest = key ? signRelease(built, key) : built;
  const { version } = manifest;
  const stored = await wholeVersion(store, app, version);
  if (stored && isAccepted(stored, options)) return { app, version, added: false, notes: [] };
  trust?.assertRelease(manifest);
  if (stored && isSameRelease(stored, manifest)) {
    onProgress(`signing ${app}@${version}`);
    await store.replaceManifest(manifest);
    return { app, version, added: false, notes: [] };
  }
  const isDamaged = await store.has(app, version);
  const tried = await runPreflight(built, options);
  onProgress(`storing ${app}@${version}`);
  // The stored version was changed after publication, by a disk error or by hand, or is another one without a valid signature.
  if (isDamaged) await store.remove(app, version);
  const publication = { at: new Date().toISOString(), ...provenance };
  const noted = await store.add(manifest, folder, publication, { acceptsLoss: options.acceptsLoss === true });
  return { app, version, added: true, notes: [...new Set([...tried, ...noted])] };
}

/** What a built app is tried with. */
export type TryOptions = Omit<PublishOptions, 'store' | 'provenance' | 'key' | 'trust'> & {
  readonly store: ReleaseStore;
};

/**
 * Does what `publish` does before it signs and stores a built app.
 *
 * @returns the app's version, and what its publisher should know
 * @throws {OperatorError} when anything is wrong with the app
 */
export async function tryBuilt(options: TryOptions): Promise<Pick<PublishResult, 'version' | 'notes'>> {
  const { app, folder, onProgress = () => {} } = options;
  onProgress(`verifying the files of ${app}`);
  const built = await verifyFolder(app, folder);
  return { version: built.version, notes: await runPreflight(built, options) };
}

/** Composes the site's table with a version, and runs the preflight. Returns what its publisher should know. */
async function runPreflight(built: ReleaseManifest, options: TryOptions): Promise<readonly string[]> {
  const { app, store, folder, remotes, preflight, onProgress = () => {} } = options;
  const routes = await proposedRoutes(store, built, options.policy ?? openPolicy);
  const task = { ...taskOf(await readRelease(built, folder), options), ...routes };
  for (const { manifest: remote } of task.remotes) assertCompatible(remote, task.shell.manifest);
  const notes = app === 'shell' ? waitingNotes(built, remotes) : await remoteNotes(built, routes.policy, options);
  if (!preflight) return notes;
  onProgress(`rendering ${renderedIn(task)} with ${releaseId(task.shell)}`);
  return [...notes, ...(await preflight(task))];
}

/** Compares a remote with its budget, its live version, what the owner has agreed to, and the live releases of other teams. */
async function remoteNotes(
  built: ReleaseManifest,
  policy: RoutePolicy,
  { app, store, namePackages }: TryOptions,
): Promise<readonly string[]> {
  const pointer = await unlessDamaged(store.read(pointerOf(app)));
  const live = pointer && (await unlessDamaged(store.manifest(app, pointer.version)));
  const heavier = assertWithinBudget(built, policy, live, namePackages);
  // Where no site is live, or the live version can't be read, nobody knows what is new.
  const isKnown = pointer ? live !== undefined : (await unlessDamaged(store.read(pointerOf('shell')))) !== undefined;
  const others = (await liveRemotes(store)).filter(({ manifest }) => manifest.name !== app);
  assertTaken(policy, built, others);
  return [
    ...(isKnown ? newlyAsked(built, live) : []),
    ...heavier,
    ...agreementNote(policy, built),
    ...teamNotes(policy, built, live, others),
    ...(isKnown ? lackNotes(policy, built, others) : []),
  ];
}

/** A shell waits for live remotes that don't fit it, until they are released again: its publisher should know. */
const waitingNotes = (shell: ReleaseManifest, remotes: readonly Release[]): string[] =>
  remotes.flatMap((remote) => {
    const reason = incompatibilityOf(remote, { manifest: shell, folder: '' });
    return reason ? [`Once promoted, it waits, and visitors keep the earlier shell: ${reason.message}`] : [];
  });

const renderedIn = ({ remotes }: PreflightTask): string =>
  remotes.length > 0 ? `every page of ${remotes.map(releaseId).join(', ')}` : 'the 404 page';

/** The manifest of a stored version, if its files are intact. */
async function wholeVersion(store: WritableStore, app: string, version: string): Promise<ReleaseManifest | undefined> {
  try {
    return await verifyStored(store, app, version);
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'RELEASE-STORE') throw error;
    return undefined;
  }
}

/** Whether a stored version needs no other signature. */
function isAccepted(stored: ReleaseManifest, { key, trust }: PublishOptions): boolean {
  if (!trust) return !key || (stored.signature?.key === key.public && isSigned('releases', stored));
  try {
    trust.assertRelease(stored);
    return true;
  } catch {
    return false;
  }
}

function taskOf(
  underTest: Release,
  { app, shells, remotes, acceptsLoss = false }: TryOptions,
): Omit<PreflightTask, keyof ProposedRoutes> {
  const [live] = shells;
  if (app === 'shell') {
    assertProtocol(underTest.manifest);
    // Incompatible remotes keep the live shell until they are released for this one.
    const compatible = remotes.filter((remote) => !incompatibilityOf(remote, underTest));
    return { underTest, shell: underTest, remotes: compatible, users: [], liveShell: live, acceptsLoss };
  }
  const shell = shells.find((accepted) => !incompatibilityOf(underTest, accepted)) ?? live;
  if (!shell) {
    const solution = 'Publish and promote a shell first.';
    throw new OperatorError('RELEASE-UNKNOWN', `No shell is live to try this remote with. ${solution}`);
  }
  const { name, fragments = {} } = underTest.manifest;
  const shows = ({ manifest: { uses = {} } }: Release) =>
    Object.keys(uses).some((used) => Object.hasOwn(fragments, used));
  const users = remotes.filter((remote) => remote.manifest.name !== name && shows(remote));
  return { underTest, shell, remotes: [underTest], users, liveShell: undefined, acceptsLoss };
}
