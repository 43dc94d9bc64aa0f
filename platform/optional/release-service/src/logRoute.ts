import { readLog } from '@site/releases/history/readLog.ts';
import { servicePath } from '@site/releases/store/ServiceStore.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serviceLimits } from './limits.ts';
import type { Senders } from './Senders.ts';
import type { ServiceOptions } from './ServiceOptions.ts';

const { onPage } = serviceLimits.log;

const query = z.object({
  subject: z.string().max(60).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

/** Says who did what, of the apps of the key that asks. */
export function logRoute(
  server: FastifyInstance,
  { store, trust, senders }: Pick<ServiceOptions, 'store' | 'trust'> & { readonly senders: Senders },
): void {
  server.get(`/${servicePath.log}`, async (request, reply) => {
    const reader = trust.readerOf(senders.assert(request, reply));
    const asked = query.parse(request.query);
    reply.header('cache-control', 'no-store');
    return await readLog({ store, trust }, { ...asked, maySee: (app) => reader?.maySee(app) === true, onPage });
  });
}
