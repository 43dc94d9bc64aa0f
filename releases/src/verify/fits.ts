import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import semver from 'semver';

/**
 * Checks that a remote was made for this contract, and that a shell provides what it takes.
 *
 * @throws {OperatorError} RELEASE-CONTRACT or RELEASE-SINGLETON
 */
export function assertFits(remote: ReleaseManifest, shell: ReleaseManifest): void {
  const title = `${remote.name}@${remote.version}`;
  if (remote.contract !== shell.contract) {
    throw new OperatorError(
      'RELEASE-CONTRACT',
      `${title} was made for contract ${remote.contract}, the shell has ${shell.contract}. Build it again with this version of @site/shared.`,
    );
  }
  for (const [singleton, range] of Object.entries(remote.singletons)) {
    const provided = Object.hasOwn(shell.singletons, singleton) ? shell.singletons[singleton] : undefined;
    if (provided && semver.satisfies(provided, range)) continue;
    const have = provided ? `the shell has ${provided}` : 'the shell has none';
    throw new OperatorError(
      'RELEASE-SINGLETON',
      `${title} needs ${singleton} ${range}, ${have}. Build it against the shell’s version.`,
    );
  }
}
