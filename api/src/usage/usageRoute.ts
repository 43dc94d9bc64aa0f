import { isSameToken } from '@site/node/csrf.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limits } from '../limits.ts';
import type { UsageCount, UsageSource } from './counts.ts';

/**
 * Where the process with the database takes and tells what was counted. It isn't below `/api/v1`, which a site shows to visitors when
 * its API is elsewhere.
 */
export const usagePath = '/usage';

const name = z.string().regex(/^[a-z0-9-]{0,64}$/);
const period = z.enum(['hour', 'day']);
const counted = {
  measure: name,
  class: z.number().int().min(0).max(1_000),
  count: z.number().int().min(1),
};

/** What was counted over time, and by version, as the route tells it. */
export const countsOverTime = z.array(z.object({ starts_at: z.iso.datetime(), ...counted }));
export const countsByVersion = z.array(z.object({ app: name, version: name, ...counted }));

const added: z.ZodType<readonly UsageCount[]> = z
  .array(z.strictObject({ period, starts_at: z.iso.datetime(), app: name, version: name, ...counted }))
  .max(limits.usageAtOnce);

const query = z.object({
  by: z.enum(['time', 'version']),
  period,
  since: z.iso.datetime(),
  apps: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(name)),
});

/**
 * Tells what was counted to whoever has the token of `/metrics`, and takes more from them. Without a token there is no such route.
 *
 * @param add undefined where nobody else counts
 */
export function usageRoute(
  server: FastifyInstance,
  source: UsageSource,
  token: string | undefined,
  add?: (counts: readonly UsageCount[]) => Promise<void>,
): void {
  if (!token) return;
  // Before a body is read.
  const onRequest = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (isSameToken(headers.authorization, `Bearer ${token}`)) return;
    return await reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.');
  };
  server.get(usagePath, { onRequest }, async (request, reply) => {
    const { data: asked } = query.safeParse(request.query);
    if (!asked) return await reply.code(400).type('text/plain').send('Nothing is counted so.');
    return await reply.send(await (asked.by === 'time' ? source.overTime(asked) : source.byVersion(asked)));
  });
  if (!add) return;
  server.post(usagePath, { onRequest, bodyLimit: limits.usageBody }, async ({ body }, reply) => {
    const { data: counts } = added.safeParse(body);
    if (!counts) return await reply.code(400).type('text/plain').send('These are no counts.');
    await add(counts);
    return await reply.code(204).send();
  });
}
