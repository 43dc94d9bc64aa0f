import type { Readiness } from '@site/node/probes.ts';
import { serverReports } from '@site/releases/limits.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { ServedApp, ServerReport } from '@site/releases/ServerLog.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };

/** What a server knows of itself. */
interface ServerDescription extends Pick<ServerReport, 'platform' | 'wall'> {
  /** What it shows. Cheap: this is asked for often. */
  readonly apps: () => ServerReport['apps'];
  /** How it is. Its checks take a moment. */
  readonly condition: () => Promise<Pick<ServerReport, 'ready' | 'problems'>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the server tells of itself, once it takes visitors. */
    description: ServerDescription;
  }
}

/** What a server is described by. */
interface DescribedParts {
  readonly releases: Pick<ReleaseSource, 'current' | 'pointer'>;
  readonly wall: Wall;
  readonly readiness: () => Promise<Readiness>;
}

/** Adds the description of a server to it. */
export function describeItself(server: FastifyInstance, { releases, wall, readiness }: DescribedParts): void {
  server.decorate('description', {
    platform: packageJson.version,
    wall,
    apps: () => servedApps(releases),
    condition: async () => {
      const { ready, wrong, degraded } = await readiness();
      const lines = Object.entries({ ...degraded, ...wrong }).map(([part, reason]) => `${part}: ${reason}`);
      return { ready, problems: lines.map((line) => line.slice(0, serverReports.problem)) };
    },
  });
}

function servedApps(releases: DescribedParts['releases']): ServerReport['apps'] {
  const { shell, remotes, candidates, gone, unreachable, refused } = releases.current();
  const shown = new Map([[shell.manifest.name, shell], ...[...remotes].map(([app, [first]]) => [app, first] as const)]);
  const names = new Set([...shown.keys(), ...gone, ...unreachable.keys(), ...refused.keys()]);
  return Object.fromEntries(
    [...names].map((app): [string, ServedApp] => {
      const pointer = releases.pointer?.(app);
      const candidate = candidates.get(app);
      return [
        app,
        {
          version: shown.get(app)?.manifest.version,
          candidate: candidate && { version: candidate.release.manifest.version, share: candidate.share },
          pointer: pointer && { version: pointer.version, since: pointer.since },
          refused: refused.get(app),
        },
      ];
    }),
  );
}
