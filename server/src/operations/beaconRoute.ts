import rateLimit from '@fastify/rate-limit';
import { isCrossSite } from '@site/http/csrf.ts';
import { type Release, releasesOf } from '@site/releases/Release.ts';
import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serverLimits } from '../limits.ts';
import type { SiteParts } from '../SiteParts.ts';
import { BrowserFailures } from './BrowserFailures.ts';

/** Longest plausible time in milliseconds: more means that the machine slept. */
const longest = 60_000;

const time = z.number().min(0).max(longest).optional();

const schema: z.ZodType<Beacon> = z.strictObject({
  vitals: z.strictObject({ lcp: time, inp: time, cls: z.number().min(0).max(100).optional() }).optional(),
  page: z.strictObject({ remote: z.string(), release: z.string() }).optional(),
  failure: z
    .strictObject({ remote: z.string(), release: z.string(), at: z.array(z.string()).max(3).optional() })
    .optional(),
});

/** Records browsers' reports in the metrics, and failures in the list of releases. Nothing else is kept. */
export async function beaconRoute(
  server: FastifyInstance,
  { settings, releases, rollouts, metrics }: SiteParts,
): Promise<void> {
  const failures = new BrowserFailures(releases, server.log);
  await server.register(async (scope) => {
    // One limit for everybody: a limit per visitor would have to remember addresses.
    await scope.register(rateLimit, {
      max: serverLimits.beacon.perSecond,
      timeWindow: 1000,
      keyGenerator: () => beaconPath,
    });
    scope.removeAllContentTypeParsers();
    // The content type of a text that browsers send.
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
      record(beacon);
      return await reply.code(204).send();
    });
  });

  const releaseOf = ({ remote, release }: NonNullable<Beacon['page']>): Release | undefined =>
    releasesOf(releases.current()).find(({ manifest }) => manifest.name === remote && manifest.version === release);

  function record({ vitals = {}, page, failure }: Beacon): void {
    const { lcp, inp, cls } = vitals;
    if (lcp !== undefined) metrics.vitals.lcp.observe(lcp / 1000);
    if (inp !== undefined) metrics.vitals.inp.observe(inp / 1000);
    if (cls !== undefined) metrics.vitals.cls.observe(cls);
    const measured = page && releaseOf(page);
    if (measured && lcp !== undefined) rollouts.measured(measured, lcp);
    if (failure) recordFailure(failure);
  }

  function recordFailure(failure: NonNullable<Beacon['failure']>): void {
    // Only known names become labels: invented ones must not fill the metrics.
    if (!releases.current().remotes.has(failure.remote)) return;
    const release = releaseOf(failure);
    metrics.remoteFailed(failure.remote, release ? failure.release : 'other', 'browser');
    if (!release) return;
    failures.report(release, failure);
    rollouts.browserFailed(release);
  }
}

function parseBeacon(body: unknown): Beacon | undefined {
  try {
    return schema.safeParse(JSON.parse(String(body))).data;
  } catch {
    return undefined;
  }
}
