import { askedRanges } from '@site/bundling/bundles/singletons.ts';
import { shell } from '@site/bundling/project.ts';
import { usedExports } from '@site/bundling/singletonExports.ts';
import { usedProperties } from '@site/bundling/usedProperties.ts';
import { assertCompatible, type BuiltAgainst } from '@site/releases/compatibility.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { contractVersion } from '@site/shared/contract/page.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** How long a site may take to answer, in milliseconds. */
const answerTime = 5_000;

/** The manifest of a site's live shell; undefined without a release service. */
export async function liveShell(site: string): Promise<ReleaseManifest | undefined> {
  const store = new HttpStore(`${site}/releases`, answerTime);
  try {
    const pointer = await store.read(pointerOf(shell));
    return pointer && (await store.manifest(shell, pointer.version));
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

/** Why a remote's sources don't fit a shell; undefined when they do. Its pages would only report an error of React. */
export function misfitOf(remote: string, live: ReleaseManifest): OperatorError | undefined {
  const sources: BuiltAgainst = {
    name: remote,
    version: 'local',
    contract: contractVersion,
    singletons: askedRanges([]),
    exports: usedExports(remote),
    properties: usedProperties(remote),
  };
  try {
    assertCompatible(sources, live);
    return undefined;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const reason = error.message.slice(error.code.length + 1);
    const provided = live.singletons['@site/shared'] ?? 'none';
    return new OperatorError(
      'SITE-SHELL',
      `The site’s ${shell}@${live.version} (@site/shared ${provided}) doesn’t fit these sources: ${reason} Until then the site refuses ${remote}, and pages that use what is missing fail.`,
      error,
    );
  }
}
