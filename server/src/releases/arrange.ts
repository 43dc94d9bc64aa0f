import type { Release } from '@site/releases/Release.ts';
import { assertFits } from '@site/releases/verify/fits.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { titleOf } from '../render/titles.ts';

/** Releases that can be shown together. */
export interface Arrangement {
  readonly shell: Release;
  /** Of each remote the releases that fit the shell, the preferred one first. */
  readonly remotes: ReadonlyMap<string, readonly Release[]>;
  /** The releases that are left out, and why. */
  readonly misfits: ReadonlyMap<Release, OperatorError>;
}

/**
 * Chooses what is shown together: the first of some shells that leaves out the fewest remotes, and of each remote the
 * releases that fit it. So a shell with a new contract waits until the remotes are there that were made for it.
 *
 * @param shells the preferred one first
 * @param remotes of each remote its releases, the preferred one first
 * @returns nothing when there is no shell
 */
export function arrange(
  shells: readonly Release[],
  remotes: ReadonlyMap<string, readonly Release[]>,
): Arrangement | undefined {
  const settings = shells.map((shell) => settingOf(shell, remotes));
  const fewest = Math.min(...settings.map(({ leftOut }) => leftOut.length));
  const chosen = settings.findIndex(({ leftOut }) => leftOut.length === fewest);
  const setting = settings[chosen];
  if (!setting) return undefined;
  const waiting = settings.slice(0, chosen).map((passedOver) => [passedOver.shell, reasonToWait(passedOver)] as const);
  return { ...setting, misfits: new Map([...waiting, ...setting.misfits]) };
}

interface Setting extends Arrangement {
  /** The remotes of which no release fits the shell. */
  readonly leftOut: readonly string[];
}

function settingOf(shell: Release, remotes: ReadonlyMap<string, readonly Release[]>): Setting {
  const misfits = new Map<Release, OperatorError>();
  const fitting = new Map<string, readonly Release[]>();
  for (const [name, releases] of remotes) {
    for (const release of releases) {
      const misfit = misfitOf(release, shell);
      if (misfit) misfits.set(release, misfit);
    }
    fitting.set(
      name,
      releases.filter((release) => !misfits.has(release)),
    );
  }
  const leftOut = [...remotes].flatMap(([name, { length }]) =>
    length > 0 && fitting.get(name)?.length === 0 ? [name] : [],
  );
  return { shell, remotes: fitting, misfits, leftOut };
}

/** Why a release can't be used with a shell, if it can't. */
export function misfitOf(release: Release, shell: Release): OperatorError | undefined {
  try {
    assertFits(release.manifest, shell.manifest);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    // Whatever a release holds that nobody has thought of, it is the fault of that release alone.
    const reason = error instanceof Error ? error.message : String(error);
    return new OperatorError(
      'RELEASE-MANIFEST',
      `${titleOf(release)} can’t be compared with the shell: ${reason}.`,
      error,
    );
  }
}

function reasonToWait({ shell, leftOut, misfits }: Setting): OperatorError {
  const { name, version } = shell.manifest;
  const [first] = [...misfits].flatMap(([{ manifest }, misfit]) => (leftOut.includes(manifest.name) ? [misfit] : []));
  const reason = `${name}@${version} waits for releases that fit it: ${leftOut.join(', ')}. Publish and promote them.`;
  return new OperatorError(first?.code ?? 'RELEASE-CONTRACT', reason, first);
}
