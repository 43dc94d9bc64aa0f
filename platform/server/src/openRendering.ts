import { type ReleaseSource, releaseId } from '@site/releases/Release.ts';
import type { CallApi } from '@site/renderer/apiCalls.ts';
import { checkShell } from '@site/renderer/views/checkShell.ts';
import { WorkingShell } from '@site/renderer/views/WorkingShell.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import { Renderer } from '@site/renderer/workers/Renderer.ts';
import type { LostReason, RenderHost } from '@site/renderer/workers/RenderWorker.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Development } from './development.ts';
import type { SiteMetrics } from './operations/SiteMetrics.ts';
import type { Settings } from './settings.ts';

/** What rendering depends on. */
export interface RenderingParts {
  readonly settings: Pick<Settings, 'SERVERS'>;
  readonly wall: Wall;
  /** Makes the calls of pages. */
  readonly callApi: CallApi;
  readonly metrics: Pick<SiteMetrics, 'workersLost' | 'remoteFailed'>;
  readonly origin: () => string;
  readonly log: FastifyBaseLogger;
  readonly development: Development | undefined;
}

/** Renders the releases of a source with the first shell that works. */
export function openRendering(
  source: ReleaseSource,
  parts: RenderingParts,
): { readonly releases: WorkingShell; readonly renderer: Renderer } {
  const { metrics, origin, log, development } = parts;
  const releases = new WorkingShell(source, {
    // In development a failing shell is shown, not replaced.
    check: async (set) => (development ? undefined : await checkShell(set, (task) => renderer.render(task), origin())),
    onFailure: ({ manifest }) => metrics.remoteFailed(manifest.name, manifest.version, 'server'),
    log,
  });
  const renderer = new Renderer(hostOf(parts), () => releases.current());
  return { releases, renderer };
}

const hostOf = ({ settings, wall, callApi, metrics, log, development }: RenderingParts): RenderHost => ({
  wall,
  servers: settings.SERVERS,
  callApi,
  onOutput: development?.onOutput ?? ((text, requests) => log.error({ requests }, text.trim())),
  onRendered: (line) => log.info(line, 'rendered'),
  onLost: (release, reason, requests) => {
    metrics.workersLost.inc({ reason });
    log.error(
      { release: releaseId(release), reason, requests },
      `SITE-WORKER A rendering worker ${lostWorkers[reason]}.`,
    );
  },
});

/** Why a worker was lost, for the log. */
const lostWorkers: Readonly<Record<LostReason, string>> = {
  start: 'could not start',
  time: 'was ended, because a page took too long',
  memory: 'was ended, because it used too much memory',
  message: 'was ended, because it sent an invalid message',
  crash: 'ended by itself',
  killed: 'was killed, by the system for lack of memory, or by someone: that is not its release’s fault',
};
