import rateLimit from '@fastify/rate-limit';
import { isCrossSite } from '@site/node/csrf.ts';
import { networkLimit } from '@site/node/networkLimit.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { type Release, type ReleaseSource, releasesOf } from '@site/releases/Release.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serverLimits } from '../limits.ts';
import type { Settings } from '../settings.ts';
import { BrowserFailures } from './BrowserFailures.ts';
import type { SiteMetrics } from './SiteMetrics.ts';
import type { SiteUsage } from './SiteUsage.ts';

/** Longest plausible time in milliseconds: a longer one means that the machine slept. */
const longest = 60_000;

const second = 1_000;

const time = z.number().min(0).max(longest).optional();

const schema: z.ZodType<Beacon> = z.strictObject({
  vitals: z.strictObject({ lcp: time, inp: time, cls: z.number().min(0).max(100).optional() }).optional(),
  page: z.strictObject({ remote: z.string(), release: z.string() }).optional(),
  failure: z
    .strictObject({ remote: z.string(), release: z.string(), at: z.array(z.string()).max(3).optional() })
    .optional(),
});

/** Where reports go. */
export interface BeaconParts {
  readonly settings: Pick<Settings, 'SITE_ORIGIN'>;
  readonly releases: ReleaseSource;
  readonly rollouts: Pick<Rollouts, 'measured' | 'browserFailed'>;
  readonly metrics: Pick<SiteMetrics, 'beacons' | 'vitals' | 'remoteFailed'>;
  readonly shared: SharedMemory | undefined;
  readonly usage: Pick<SiteUsage, 'measured' | 'browserFailed'> | undefined;
}

/** Records browsers' reports in the metrics, and failures in the list of releases. Nothing else is kept. */
export async function beaconRoute(server: FastifyInstance, parts: BeaconParts): Promise<void> {
  const { settings, metrics } = parts;
  const record = recorder(parts, server.log);
  await server.register(async (scope) => {
    await limitReports(scope, parts.shared);
    scope.removeAllContentTypeParsers();
    // The content type that browsers give a plain string.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(beaconPath, { bodyLimit: serverLimits.beacon.bytes }, async (request, reply) => {
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      if (isCrossSite(request.headers, request.host, settings.SITE_ORIGIN)) {
        metrics.beacons.inc({ result: 'refused' });
        return await reply.code(403).send('SITE-CROSS-SITE Reports are taken from the site’s own pages.');
      }
      const beacon = parseBeacon(request.body);
      metrics.beacons.inc({ result: beacon ? 'taken' : 'refused' });
      if (!beacon) return await reply.code(400).send('SITE-REQUEST This is no report.');
      record(beacon, request.ip);
      return await reply.code(204).send();
    });
  });
}

/** Limits how many reports are taken: by this server in all, and by all servers from one network. */
async function limitReports(scope: FastifyInstance, shared: SharedMemory | undefined): Promise<void> {
  const { perSecond, fromNetwork, networks } = serverLimits.beacon;
  await scope.register(rateLimit, {
    max: perSecond,
    timeWindow: second,
    cache: networks,
    keyGenerator: () => beaconPath,
  });
  const tooMany = networkLimit(scope, { what: 'reports', fromNetwork, window: second }, shared);
  // Runs before the overall limit: one client must not use up everyone's share.
  scope.addHook('onRequest', async (request, reply) => {
    const wait = await tooMany(request);
    if (wait === undefined) return;
    return await reply
      .code(429)
      .header('retry-after', String(wait))
      .send('SITE-OVERLOAD Too many reports come from your network.');
  });
}

/** Returns a function that records a report from a network. */
function recorder(
  { releases, rollouts, metrics, usage }: BeaconParts,
  log: FastifyBaseLogger,
): (beacon: Beacon, address: string) => void {
  const failures = new BrowserFailures(releases, log);

  const releaseOf = ({ remote, release }: NonNullable<Beacon['page']>): Release | undefined =>
    releasesOf(releases.current()).find(({ manifest }) => manifest.name === remote && manifest.version === release);

  function recordFailure(failure: NonNullable<Beacon['failure']>, address: string): void {
    // Only known names become labels: invented ones would fill the metrics.
    if (!releases.current().remotes.has(failure.remote)) return;
    const release = releaseOf(failure);
    metrics.remoteFailed(failure.remote, release ? failure.release : 'other', 'browser');
    if (!release) return;
    failures.report(release, failure).catch((error) => log.error(error));
    rollouts.browserFailed(release, address);
    usage?.browserFailed(release, address);
  }

  return ({ vitals = {}, page, failure }, address) => {
    const { lcp, inp, cls } = vitals;
    if (lcp !== undefined) metrics.vitals.lcp.observe(lcp / 1000);
    if (inp !== undefined) metrics.vitals.inp.observe(inp / 1000);
    if (cls !== undefined) metrics.vitals.cls.observe(cls);
    const measured = page && releaseOf(page);
    if (measured) {
      rollouts.measured(measured, vitals, address);
      usage?.measured(measured, vitals, address);
    }
    if (failure) recordFailure(failure, address);
  };
}

function parseBeacon(body: unknown): Beacon | undefined {
  try {
    return schema.safeParse(JSON.parse(String(body))).data;
  } catch {
    return undefined;
  }
}
