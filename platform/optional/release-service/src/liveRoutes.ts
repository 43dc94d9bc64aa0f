import { storePath } from '@site/releases/names.ts';
import { acceptPointer } from '@site/releases/operations/promote.ts';
import { acceptPolicy } from '@site/releases/operations/setPolicy.ts';
import { parsePointer } from '@site/releases/pointer.ts';
import { readPolicy } from '@site/releases/policy.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonOf } from './requestBody.ts';
import type { Senders } from './Senders.ts';

/** What is live: where it is, and who may say so. */
export interface LiveParts {
  readonly store: WritableStore;
  /** Whose pointers and policies are accepted. */
  readonly trust: Trust;
  /** The route policy of a store that has none. */
  readonly policy: RoutePolicy;
  readonly senders: Pick<Senders, 'signed'>;
}

/** Says what is live of each app and the route policy, and takes new ones. */
export function liveRoutes(server: FastifyInstance, { store, trust, policy: ownPolicy, senders }: LiveParts): void {
  server.get<{ Params: { app: string } }>('/:app/current.json', async ({ params }, reply) => {
    const pointer = await store.pointer(params.app);
    if (!pointer) throw new OperatorError('RELEASE-UNKNOWN', `No version of ${params.app} was ever live.`);
    return reply.header('cache-control', 'no-cache').send(pointer);
  });

  server.put<{ Params: { app: string } }>('/:app/current.json', senders.signed(), async (request, reply) => {
    const { app } = request.params;
    const pointer = parsePointer(await jsonOf(request));
    await acceptPointer(store, app, pointer, replacedSerial(request), { trust, policy: ownPolicy });
    return reply.code(204).send();
  });

  server.get(`/${storePath.policy}`, async (_request, reply) => {
    const policy = await store.policy();
    if (!policy) throw new OperatorError('RELEASE-UNKNOWN', 'The store has no route policy.');
    return reply.header('cache-control', 'no-cache').send(policy);
  });

  server.put(`/${storePath.policy}`, senders.signed('shell'), async (request, reply) => {
    const policy = readPolicy(JSON.stringify(await jsonOf(request)), storePath.policy);
    await acceptPolicy(store, policy, replacedSerial(request), trust);
    return reply.code(204).send();
  });
}

/** The serial of the pointer that the sender has seen, from `If-Match`. */
function replacedSerial({ headers }: FastifyRequest): number | undefined {
  const [, serial] = /^"(\d{1,16})"$/.exec(headers['if-match'] ?? '') ?? [];
  return serial === undefined ? undefined : Number(serial);
}
