import { isSameToken } from '@site/node/csrf.ts';
import { explainHeader } from '@site/releases/explain/Explanation.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import type { Release } from '@site/releases/Release.ts';
import type { KnownFaults } from '@site/renderer/documents/boundaryPanel.ts';
import type { PreviewMode } from '@site/renderer/documents/previewParts.ts';
import type { FastifyRequest } from 'fastify';
import { reportsFolder, type Settings } from '../settings.ts';

/** Reads the faults of releases, of those that whoever asks may know of. */
export type ReadFaults = (releases: readonly Release[]) => Promise<KnownFaults>;

/**
 * Whose faults `?boundaries` shows. Versions and weights are in files that everyone gets, but faults name files and lines of the
 * sources: whoever asks with METRICS_TOKEN sees those of all parts, the holder of a preview link those of the previewed version.
 *
 * @returns undefined for whoever may know none
 */
export function faultReader(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { boundaries, preview }: PreviewMode,
  settings: Pick<Settings, 'METRICS_TOKEN' | 'DATA_DIR' | 'REPORTS'>,
): ReadFaults | undefined {
  if (!boundaries) return undefined;
  const isOwner = isSameToken(headers[explainHeader], settings.METRICS_TOKEN);
  const previewed = preview?.link === undefined ? undefined : preview.release;
  if (!isOwner && !previewed) return undefined;
  const log = new FaultLog(reportsFolder(settings));
  return async (releases) => {
    const known = [...new Set(releases)].filter((release) => isOwner || release === previewed);
    const read = known.map(async (release) => {
      const { name, version } = release.manifest;
      return [release, await log.of(name, version)] as const;
    });
    return new Map(await Promise.all(read));
  };
}
