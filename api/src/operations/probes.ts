import type { FastifyInstance, FastifyReply } from 'fastify';

/** Whether a part of a server can be used: nothing when it can, else what is wrong, in a few words for everybody. */
export type Check = () => Promise<string | undefined>;

/** Where a server tells that it is alive, and whether it is ready for visitors. */
export const probePaths = { alive: '/healthz', ready: '/readyz' } as const;

/**
 * Answers those who watch the server. `/healthz` as long as it answers at all; `/readyz` with status 503 and what is
 * wrong, by part, while a part of it can't be used.
 */
export function probes(server: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  server.get(probePaths.alive, async (_request, reply) => send(reply, 200, { alive: true }));
  server.get(probePaths.ready, async (_request, reply) => {
    const results = Object.entries(checks).map(async ([part, check]) => [part, await check()] as const);
    const wrong = (await Promise.all(results)).filter(([, reason]) => reason !== undefined);
    return send(reply, wrong.length === 0 ? 200 : 503, {
      ready: wrong.length === 0,
      ...(wrong.length > 0 && { wrong: Object.fromEntries(wrong) }),
    });
  });
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '5' }) })
    .send(body);
