import { isSameToken } from '@site/node/csrf.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '../limits.ts';
import type { UsageCount } from './counts.ts';

/** Where a site sends what it has counted, when its API is elsewhere. It isn't below `/api/v1`, which the site shows to visitors. */
export const usagePath = '/usage';

const name = z.string().regex(/^[a-z0-9-]{0,64}$/);

const schema: z.ZodType<readonly UsageCount[]> = z
  .array(
    z.strictObject({
      period: z.enum(['hour', 'day']),
      starts_at: z.iso.datetime(),
      app: name,
      version: name,
      measure: name,
      class: z.number().int().min(0).max(1_000),
      count: z.number().int().min(1).max(1_000_000_000),
    }),
  )
  .max(limits.usageAtOnce);

/** Takes counts from whoever has the token of `/metrics`. Without a token there is no such route. */
export function usageRoute(
  server: FastifyInstance,
  add: (counts: readonly UsageCount[]) => Promise<void>,
  token: string | undefined,
): void {
  if (!token) return;
  server.post(usagePath, {
    bodyLimit: limits.usageBody,
    // Before the body is read.
    onRequest: async ({ headers }, reply) => {
      reply.header('cache-control', 'no-store');
      if (isSameToken(headers.authorization, `Bearer ${token}`)) return;
      return await reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.');
    },
    handler: async ({ body }, reply) => {
      const { data: counts } = schema.safeParse(body);
      if (!counts) return await reply.code(400).type('text/plain').send('These are no counts.');
      await add(counts);
      return await reply.code(204).send();
    },
  });
}
