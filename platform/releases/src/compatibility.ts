import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import satisfies from 'semver/functions/satisfies.js';
import { type Release, releaseId, releasesOf } from './Release.ts';

/** What an app was built against, or provides. */
export type BuiltAgainst = Pick<
  ReleaseManifest,
  'name' | 'version' | 'contract' | 'contracts' | 'singletons' | 'exports' | 'properties'
>;

const idOf = ({ name, version }: BuiltAgainst): string => `${name}@${version}`;

/**
 * Checks that a remote was built for a contract that the shell supports, and that the shell provides the singletons it needs.
 *
 * @throws {OperatorError} RELEASE-CONTRACT or RELEASE-SINGLETON
 */
export function assertCompatible(remote: BuiltAgainst, shell: BuiltAgainst): void {
  const id = idOf(remote);
  const supported = shell.contracts ?? [shell.contract];
  if (!supported.includes(remote.contract)) {
    throw new OperatorError(
      'RELEASE-CONTRACT',
      `${id} was made for contract ${remote.contract}, the shell has ${supported.join(' and ')}. Build it again with this version of @site/shared.`,
    );
  }
  for (const [singleton, range] of Object.entries(remote.singletons)) {
    const provided = Object.hasOwn(shell.singletons, singleton) ? shell.singletons[singleton] : undefined;
    if (provided && satisfies(provided, range)) continue;
    const have = provided ? `the shell has ${provided}` : 'the shell has none';
    throw new OperatorError(
      'RELEASE-SINGLETON',
      `${id} needs ${singleton} ${range}, ${have}. Build it against the shell’s version.`,
    );
  }
  assertExports(remote, shell);
}

/**
 * A missing export would be undefined, and a page that renders it would fail with a message that doesn't name it. A component
 * that lacks a property would silently ignore what a page passes.
 */
function assertExports(remote: BuiltAgainst, shell: BuiltAgainst): void {
  const exports = shell.exports ? missingNames(remote.exports, shell.exports) : [];
  // A component that the shell lacks is among the exports.
  const known = Object.entries(remote.properties ?? {}).filter(([name]) => Object.hasOwn(shell.properties ?? {}, name));
  const properties = missingNames(Object.fromEntries(known), shell.properties);
  const missing = [...exports, ...properties];
  if (missing.length === 0) return;
  throw new OperatorError(
    'RELEASE-SINGLETON',
    `${idOf(remote)} uses ${missing.join(', ')}, which ${idOf(shell)} doesn’t have. Release a shell that has it first, or do without.`,
  );
}

type NamedLists = Readonly<Record<string, readonly string[]>>;

/** What is used and not provided, such as `lead` of PageHeader. */
const missingNames = (used: NamedLists = {}, provided: NamedLists = {}): readonly string[] =>
  Object.entries(used).flatMap(([owner, names]) => {
    const known = Object.hasOwn(provided, owner) ? provided[owner] : [];
    return names.filter((name) => name !== '*' && !known?.includes(name)).map((name) => `\`${name}\` of ${owner}`);
  });

/** Why a release can't be used with a shell; undefined when it can. */
export function incompatibilityOf(release: Release, shell: Release): OperatorError | undefined {
  try {
    assertCompatible(release.manifest, shell.manifest);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    // An unexpected manifest must not affect other releases.
    const reason = error instanceof Error ? error.message : String(error);
    return new OperatorError(
      'RELEASE-MANIFEST',
      `${releaseId(release)} can’t be compared with the shell: ${reason}.`,
      error,
    );
  }
}

/** Releases that can be shown together. */
export interface CompatibleSet {
  readonly shell: Release;
  /** For each remote the releases that are compatible with the shell, the preferred one first. */
  readonly remotes: ReadonlyMap<string, readonly Release[]>;
  /** The releases that are left out, and why. */
  readonly incompatible: ReadonlyMap<Release, OperatorError>;
  /** What can be shown with each earlier shell, the preferred one first. */
  readonly fallbacks: readonly Pick<CompatibleSet, 'shell' | 'remotes'>[];
}

/**
 * Chooses which releases are shown together: the first shell that leaves out the fewest remotes, and for each remote
 * the releases that are compatible with it. A shell with a new contract therefore waits until its remotes are live.
 *
 * @param shells the preferred one first
 * @param remotes for each remote its releases, the preferred one first
 * @returns undefined when there is no shell
 */
export function resolveCompatible(
  shells: readonly Release[],
  remotes: ReadonlyMap<string, readonly Release[]>,
): CompatibleSet | undefined {
  const choices = shells.map((shell) => choiceOf(shell, remotes));
  const fewest = Math.min(...choices.map(({ leftOut }) => leftOut.length));
  const index = choices.findIndex(({ leftOut }) => leftOut.length === fewest);
  const chosen = choices[index];
  if (!chosen) return undefined;
  const waiting = choices.slice(0, index).map((choice) => [choice.shell, reasonToWait(choice)] as const);
  const incompatible = new Map([...waiting, ...chosen.incompatible]);
  return { ...chosen, incompatible, fallbacks: choices.slice(index + 1) };
}

/** The releases that would be shown with one of the shells. */
interface Choice extends Omit<CompatibleSet, 'fallbacks'> {
  /** The remotes without any compatible release. */
  readonly leftOut: readonly string[];
}

function choiceOf(shell: Release, remotes: ReadonlyMap<string, readonly Release[]>): Choice {
  const incompatible = new Map<Release, OperatorError>();
  const usable = new Map<string, readonly Release[]>();
  const leftOut: string[] = [];
  for (const [name, releases] of remotes) {
    for (const release of releases) {
      const reason = incompatibilityOf(release, shell);
      if (reason) incompatible.set(release, reason);
    }
    const usableReleases = releases.filter((release) => !incompatible.has(release));
    usable.set(name, usableReleases);
    if (releases.length > 0 && usableReleases.length === 0) leftOut.push(name);
  }
  return { shell, remotes: usable, incompatible, leftOut };
}

function reasonToWait({ shell, leftOut, incompatible }: Choice): OperatorError {
  const [first] = [...incompatible].flatMap(([{ manifest }, reason]) =>
    leftOut.includes(manifest.name) ? [reason] : [],
  );
  const message = `${releaseId(shell)} waits for releases that fit it: ${leftOut.join(', ')}. Publish and promote them.`;
  return new OperatorError(first?.code ?? 'RELEASE-CONTRACT', message, first);
}

/** Receives the changes that a `CompatibilityReporter` finds. */
export interface CompatibilityListener {
  readonly onIncompatible: (release: Release, reason: OperatorError) => void;
  readonly onCompatible: (release: Release) => void;
}

const compatible = 'compatible';

/** Reports which releases become incompatible, or compatible again: once per change. */
export class CompatibilityReporter {
  readonly #listener: CompatibilityListener;
  /** For each release, the code of its incompatibility, or `compatible`. */
  #reported: ReadonlyMap<Release, string> = new Map();

  constructor(listener: CompatibilityListener) {
    this.#listener = listener;
  }

  /** Compares a set of releases with the previous one. */
  update(set: CompatibleSet): void {
    const shown = releasesOf(set);
    for (const release of shown) if (this.#reported.get(release) !== compatible) this.#listener.onCompatible(release);
    for (const [release, reason] of set.incompatible)
      if (this.#reported.get(release) !== reason.code) this.#listener.onIncompatible(release, reason);
    this.#reported = new Map([
      ...shown.map((release) => [release, compatible] as const),
      ...[...set.incompatible].map(([release, { code }]) => [release, code] as const),
    ]);
  }
}
