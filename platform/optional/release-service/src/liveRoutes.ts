import { acceptPointer } from '@site/releases/operations/promote.ts';
import { acceptRecord } from '@site/releases/operations/setRecord.ts';
import { parsePointer, pointerOf } from '@site/releases/pointer.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import type { SignedRecord } from '@site/releases/signedRecord.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  const send = async (record: SignedRecord, reply: FastifyReply, missing: string) => {
    const value = await store.read(record);
    if (!value) throw new OperatorError('RELEASE-UNKNOWN', missing);
    return reply.header('cache-control', 'no-cache').send(value);
  };

  server.get<{ Params: { app: string } }>(
    '/:app/current.json',
    async ({ params: { app } }, reply) => await send(pointerOf(app), reply, `No version of ${app} was ever live.`),
  );

  server.put<{ Params: { app: string } }>('/:app/current.json', senders.signed(), async (request, reply) => {
    const { app } = request.params;
    const pointer = parsePointer(await jsonOf(request));
    await acceptPointer(store, app, pointer, replacedSerial(request), { trust, policy: ownPolicy });
    return reply.code(204).send();
  });

  server.get(
    `/${routePolicy.path}`,
    async (_request, reply) => await send(routePolicy, reply, 'The store has no route policy.'),
  );

  server.put(`/${routePolicy.path}`, senders.signed('shell'), async (request, reply) => {
    const policy = readPolicy(JSON.stringify(await jsonOf(request)), routePolicy.path);
    await acceptRecord(store, routePolicy, policy, replacedSerial(request), trust);
    return reply.code(204).send();
  });
}

/** The serial of the pointer that the sender has seen, from `If-Match`. */
function replacedSerial({ headers }: FastifyRequest): number | undefined {
  const [, serial] = /^"(\d{1,16})"$/.exec(headers['if-match'] ?? '') ?? [];
  return serial === undefined ? undefined : Number(serial);
}
