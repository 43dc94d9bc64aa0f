import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { limits } from './limits.ts';

/**
 * Checks a part of a server. Returns undefined when it works, else what is wrong, in a few words without secrets. It must
 * end eventually, but the probe doesn't wait for that.
 */
export type ReadinessCheck = () => Promise<string | undefined>;

type Checks = Readonly<Record<string, ReadinessCheck>>;

/** Where a server reports liveness and readiness. */
export const probePaths = { alive: '/healthz', ready: '/readyz' } as const;

/**
 * Adds the probes. `/healthz` is 200 while the server answers at all. `/readyz` is 503 while a part doesn't work, and says
 * what is wrong. A check that hasn't ended after `limits.check` counts as failed. The metrics report each part as well.
 *
 * @param registry where `site_part_up` goes
 * @param checks of what the server needs to be ready
 * @param weaknesses checks of what it can do without, or what would be the same on every other server: reported as
 *   `degraded`, but the server stays ready. A part may be in both
 * @param facts what else `/readyz` reports
 */
export function probes(
  server: FastifyInstance,
  registry: Registry,
  checks: Checks,
  weaknesses: Checks = {},
  facts: Readonly<Record<string, string>> = {},
): void {
  probeRoutes(server, readinessOf(registry, checks, weaknesses, facts));
}

/** What `/readyz` reports. */
export interface Readiness {
  readonly ready: boolean;
  /** What doesn't work, by part. */
  readonly wrong?: object;
  readonly degraded?: object;
}

/** Adds the probes of a server with this readiness. */
export function probeRoutes(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  server.get(probePaths.alive, async (_request, reply) => send(reply, 200, { alive: true }));
  server.get(probePaths.ready, async (_request, reply) => {
    const found = await readiness();
    return send(reply, found.ready ? 200 : 503, found);
  });
}

/** Creates the function that finds out whether a server is ready. Parameters as for `probes`. */
export function readinessOf(
  registry: Registry,
  checks: Checks,
  weaknesses: Checks = {},
  facts: Readonly<Record<string, string>> = {},
): () => Promise<Readiness> {
  const [findWrong, findDegraded] = [boundedChecks(checks), boundedChecks(weaknesses)];
  const parts = new Set([...Object.keys(checks), ...Object.keys(weaknesses)]);
  new Gauge({
    name: 'site_part_up',
    help: 'Whether a part of the server works, by what /readyz says of it: 1, or 0 while something is wrong with it',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const found = { ...(await findWrong()), ...(await findDegraded()) };
      for (const part of parts) this.set({ part }, Object.hasOwn(found, part) ? 0 : 1);
    },
  });
  return async () => {
    const [wrong, degraded] = await Promise.all([findWrong(), findDegraded()]);
    return { ready: !wrong, ...facts, ...(wrong && { wrong }), ...(degraded && { degraded }) };
  };
}

/** Creates the function that returns what is wrong, by part; undefined when nothing is. */
function boundedChecks(checks: Checks): () => Promise<object | undefined> {
  const bounded = Object.entries(checks).map(([part, check]) => [part, boundedCheck(check)] as const);
  return async () => {
    const results = await Promise.all(bounded.map(async ([part, check]) => [part, await check()] as const));
    const failures = results.filter(([, reason]) => reason !== undefined);
    return failures.length > 0 ? Object.fromEntries(failures) : undefined;
  };
}

/** Limits the time of a check. It isn't started again while it runs: probes must not pile up on something that hangs. */
function boundedCheck(check: ReadinessCheck): ReadinessCheck {
  let running: Promise<string | undefined> | undefined;
  return async () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return await Promise.race([running, delay(limits.check, 'It gives no answer.', { ref: false })]);
  };
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': limits.overloadRetry }) })
    .send(body);
