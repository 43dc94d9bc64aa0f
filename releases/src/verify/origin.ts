import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/**
 * Checks that browsers get a release's files from the site itself, or from an origin that the site's owner has listed.
 *
 * @throws {OperatorError} RELEASE-ORIGIN
 */
export function assertOrigin({ name, version, publicPath }: ReleaseManifest, origins: readonly string[]): void {
  const origin = URL.parse(publicPath)?.origin;
  if (origin === undefined || origins.includes(origin)) return;
  throw new OperatorError(
    'RELEASE-ORIGIN',
    `${name}@${version} has its files at ${origin}. Add that to REMOTE_ORIGINS, or publish it without --origin.`,
  );
}
