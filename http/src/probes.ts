import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits } from './limits.ts';

/** Whether a part of a server can be used: nothing when it can, else what is wrong, in a few words for everybody. */
export type Check = () => Promise<string | undefined>;

type Checks = Readonly<Record<string, Check>>;

/** Where a server tells that it is alive, and whether it is ready for visitors. */
export const probePaths = { alive: '/healthz', ready: '/readyz' } as const;

/**
 * Answers those who watch the server. `/healthz` as long as it answers at all; `/readyz` with status 503 and what is
 * wrong, by part, while a part of it can't be used.
 *
 * @param checks of what a server needs to be ready
 * @param weaknesses of what would be the same on every other server: they are told, and the server is ready
 */
export function probes(server: FastifyInstance, checks: Checks, weaknesses: Checks = {}): void {
  server.get(probePaths.alive, async (_request, reply) => send(reply, 200, { alive: true }));
  server.get(probePaths.ready, async (_request, reply) => {
    const [wrong, degraded] = await Promise.all([reasonsOf(checks), reasonsOf(weaknesses)]);
    return send(reply, wrong ? 503 : 200, { ready: !wrong, ...(wrong && { wrong }), ...(degraded && { degraded }) });
  });
}

/** What is wrong, by part; nothing when nothing is. */
async function reasonsOf(checks: Checks): Promise<object | undefined> {
  const results = Object.entries(checks).map(async ([part, check]) => [part, await check()] as const);
  const wrong = (await Promise.all(results)).filter(([, reason]) => reason !== undefined);
  return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': limits.overloadRetry }) })
    .send(body);
