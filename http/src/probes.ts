import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits } from './limits.ts';

/** Checks a part of a server. Returns undefined when it works, else what is wrong, in a few words without secrets. */
export type Check = () => Promise<string | undefined>;

type Checks = Readonly<Record<string, Check>>;

/** Where a server reports liveness and readiness. */
export const probePaths = { alive: '/healthz', ready: '/readyz' } as const;

/**
 * Adds the probes. `/healthz` is 200 while the server answers at all. `/readyz` is 503, with what is wrong by part, while
 * a part doesn't work.
 *
 * @param checks of what the server needs to be ready
 * @param weaknesses checks of what would be the same on every other server: reported, but the server stays ready
 */
export function probes(server: FastifyInstance, checks: Checks, weaknesses: Checks = {}): void {
  server.get(probePaths.alive, async (_request, reply) => send(reply, 200, { alive: true }));
  server.get(probePaths.ready, async (_request, reply) => {
    const [wrong, degraded] = await Promise.all([failuresOf(checks), failuresOf(weaknesses)]);
    return send(reply, wrong ? 503 : 200, { ready: !wrong, ...(wrong && { wrong }), ...(degraded && { degraded }) });
  });
}

/** What is wrong, by part; undefined when all is well. */
async function failuresOf(checks: Checks): Promise<object | undefined> {
  const results = Object.entries(checks).map(async ([part, check]) => [part, await check()] as const);
  const failures = (await Promise.all(results)).filter(([, reason]) => reason !== undefined);
  return failures.length > 0 ? Object.fromEntries(failures) : undefined;
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': limits.overloadRetry }) })
    .send(body);
