import { usageRoute } from '@site/api/usage/usageRoute.ts';
import { diskCheck } from '@site/node/disk.ts';
import { metricsRoute } from '@site/node/metrics.ts';
import { probeRoutes, type Readiness, readinessOf } from '@site/node/probes.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { WorkingShell } from '@site/renderer/views/WorkingShell.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import type { Renderer } from '@site/renderer/workers/Renderer.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import type { ApiBackend } from '../api/ApiBackend.ts';
import { ofAllServers } from '../servers/gathered.ts';
import type { Peers } from '../servers/Peers.ts';
import type { Settings } from '../settings.ts';
import { beaconRoute } from './beaconRoute.ts';
import {
  foldersCheck,
  lostStoreCheck,
  pointersCheck,
  policyCheck,
  remotesCheck,
  storeCheck,
  workersCheck,
} from './readiness.ts';
import type { SiteMetrics } from './SiteMetrics.ts';
import type { SiteUsage } from './SiteUsage.ts';
import type { TakeOver } from './TakeOver.ts';

/** What probes and metrics report on. */
export interface OperatedParts {
  readonly settings: Pick<Settings, 'DATA_DIR' | 'METRICS_TOKEN' | 'SITE_ORIGIN'>;
  readonly releases: WorkingShell;
  readonly renderer: Renderer;
  readonly rollouts: Rollouts;
  readonly takeOver: TakeOver;
  readonly api: Pick<ApiBackend, 'checks' | 'measure' | 'usage'>;
  readonly metrics: SiteMetrics;
  readonly wall: Wall;
  readonly shared: SharedMemory | undefined;
  readonly usage: SiteUsage | undefined;
  /** Undefined when this is the only server. */
  readonly peers: Peers | undefined;
  readonly readiness: () => Promise<Readiness>;
}

/** Whether a server is ready, and what is wrong with it. */
export const siteReadiness = ({
  settings,
  releases,
  renderer,
  takeOver,
  api,
  metrics,
  wall,
}: Omit<OperatedParts, 'readiness'>): (() => Promise<Readiness>) =>
  readinessOf(
    metrics.registry,
    { store: storeCheck(releases), workers: workersCheck(renderer), takeover: takeOver.check },
    // Without its database the site still serves its pages: a load balancer shouldn't take it out for that.
    {
      ...api.checks,
      disk: diskCheck(settings.DATA_DIR),
      store: lostStoreCheck(releases),
      remotes: remotesCheck(releases),
      pointers: pointersCheck(releases),
      folders: foldersCheck(releases),
      policy: policyCheck(releases),
      shell: async () => releases.problem,
    },
    { version: packageJson.version, wall },
  );

/** Serves probes and metrics, and takes the reports of browsers. */
export async function operationsRoutes(server: FastifyInstance, parts: OperatedParts): Promise<void> {
  const { settings, releases, rollouts, api, metrics, wall, peers, readiness, usage } = parts;
  api.measure(metrics.registry);
  metrics.watchReleases(() => releases.current());
  metrics.watchRollouts(() => rollouts.shares());
  metrics.wall.set({ wall }, 1);
  const shown = peers ? ofAllServers(peers, metrics.registry, readiness) : { readiness, metrics: metrics.registry };
  probeRoutes(server, shown.readiness);
  await beaconRoute(server, parts);
  metricsRoute(server, shown.metrics, settings.METRICS_TOKEN);
  if (usage && api.usage) usageRoute(server, api.usage, settings.METRICS_TOKEN);
}
