import { type LiveReleases, liveReleasesPath } from '@site/shared/contract/release.ts';
import type { FastifyInstance } from 'fastify';
import type { ReleaseSource } from './ReleaseSource.ts';

/** Tells which releases are live. Only a tab that misses a file asks. */
export function liveRoute(server: FastifyInstance, releases: ReleaseSource): void {
  server.get(liveReleasesPath, async (_request, reply): Promise<LiveReleases> => {
    reply.header('cache-control', 'no-store');
    const live = [...releases.current().remotes].flatMap(([name, [first]]) =>
      first ? [[name, first.manifest.version]] : [],
    );
    return Object.fromEntries(live);
  });
}
