import { notAgreed } from '@site/releases/agreement.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import { type DryRun, dryRuns } from './comparison.ts';
import type { StoreReader } from './StoreReader.ts';
import { stateOf } from './versions.ts';

/** A version that visitors don't all get, and what the site would be with it. */
export interface ProposedVersion {
  readonly app: string;
  readonly version: string;
  /** The share of visitors that has it already; absent while it waits. */
  readonly share?: number;
  readonly dryRun: DryRun;
  /** What it asks for that the owner hasn't agreed to, such as `packages zod@4.1.0`. */
  readonly asks: string | undefined;
}

/**
 * The version under rollout of each remote, and the newest one that waits, beside what is live. Versions that no trusted key has signed
 * propose nothing.
 *
 * @returns them by remote
 */
export async function readProposed(
  reader: StoreReader,
  remotes: readonly string[],
): Promise<ReadonlyMap<string, readonly ProposedVersion[]>> {
  const [policy, live] = [await reader.policy(), await reader.liveRemotes()];
  const dryRun = dryRuns(policy, live);
  /** Of a version that the owner hasn't agreed to, what the site would be if they did. */
  const dryRunOf = (manifest: ReleaseManifest): DryRun => {
    const { [manifest.name]: limits, ...agreed } = policy.agreed ?? {};
    return limits ? dryRuns({ ...policy, agreed }, live)(manifest) : dryRun(manifest);
  };
  const versions = remotes.map(async (app) => {
    const pointer = await reader.pointer(app);
    const waiting = await newestWaiting(reader, app, pointer);
    const candidate = pointer?.candidate;
    const found = [
      ...(candidate ? [{ version: candidate.version, share: candidate.share }] : []),
      ...(waiting === undefined ? [] : [{ version: waiting }]),
    ];
    const proposed = await Promise.all(
      found.map(async ({ version, ...rollout }) => {
        const manifest = await signedManifest(reader, app, version);
        if (!manifest) return [];
        return [{ app, version, ...rollout, dryRun: dryRunOf(manifest), asks: notAgreed(policy, manifest) }];
      }),
    );
    return [app, proposed.flat()] as const;
  });
  return new Map(await Promise.all(versions));
}

/**
 * The newest version that waits; older ones than what is live are experiments that nobody took further. Looked for among
 * some: a page of the map may not read every version of all its remotes.
 */
async function newestWaiting(
  reader: StoreReader,
  app: string,
  pointer: Pointer | undefined,
): Promise<string | undefined> {
  const { versions } = await reader.options.store.newest(app, 0, roomLimits.waitingAmong);
  const described = pointer && (await reader.described(app, pointer.version));
  // Times are words of publishers: where one is none, nothing counts as older.
  const live = Date.parse(described?.publication.at ?? '');
  return versions.find(({ version, at }) => stateOf(version, pointer) === 'waiting' && !(Date.parse(at) < live))
    ?.version;
}

async function signedManifest(reader: StoreReader, app: string, version: string): Promise<ReleaseManifest | undefined> {
  const manifest = await reader.manifest(app, version);
  try {
    if (manifest) reader.options.trust.assertRelease(manifest);
    return manifest;
  } catch {
    return undefined;
  }
}
