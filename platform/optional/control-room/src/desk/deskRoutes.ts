import { isStorageFailure } from '@site/api/database/failures.ts';
import type { Database } from '@site/api/database/schema.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseCrossSite } from '../access/accessRoutes.ts';
import { visitOf } from '../access/visitCookie.ts';
import { Html } from '../html/html.ts';
import { textsOf } from '../html/texts.ts';
import { roomLimits } from '../limits.ts';
import { sendPage } from '../pages/sendPage.ts';
import type { PageRequest, RoomParts } from '../RoomParts.ts';
import { type Desk, type DeskAnswer, type DeskRequest, NoDatabaseError } from './Desk.ts';
import { frontDesk } from './frontDesk.ts';
import { importDesk } from './importDesk.ts';
import { mailsDesk } from './mailsDesk.ts';
import { messagesDesk } from './messagesDesk.ts';
import { newsDesk } from './newsDesk.ts';
import { pathIn } from './pages/deskPage.ts';
import { awayPage, noDatabasePage } from './pages/noDatabasePage.ts';
import { personDesk } from './personDesk.ts';

/**
 * The owner's desk: messages, mails, news, and what is missing. Its pages and forms are there for keys with that right alone; for
 * everybody else, nothing is at their addresses.
 */
export function deskRoutes(server: FastifyInstance, parts: RoomParts): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: roomLimits.desk.form },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    // Nothing is read of anybody else.
    scope.addHook('onRequest', async (request, reply) => {
      if (!parts.visits.visitor(visitOf(request))?.maySeeDesk) return notHere(reply);
      return request.method === 'POST' ? refuseCrossSite(request, reply) : undefined;
    });
    const desk: Desk = {
      show: (path, make) => void scope.get(pathOf(path), (request, reply) => answer(request, reply, make, parts)),
      act: (path, make) => void scope.post(pathOf(path), (request, reply) => answer(request, reply, make, parts)),
    };
    frontDesk(desk, parts);
    messagesDesk(desk);
    mailsDesk(desk);
    personDesk(desk);
    newsDesk(desk);
    importDesk(desk, parts);
  });
}

const pathOf = (path: string): string => `/:language/desk${path}`;

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (asked: DeskRequest) => Promise<DeskAnswer>,
  parts: RoomParts,
): Promise<FastifyReply> {
  const params = request.params as PageRequest['params'];
  const texts = textsOf(params.language ?? '');
  const who = parts.visits.visitor(visitOf(request));
  if (!texts || !who?.maySeeDesk) return notHere(reply);
  const asked: DeskRequest = {
    texts,
    who,
    params,
    query: request.query as PageRequest['query'],
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    database: () => openDatabase(parts),
    isNear: isOwnMachine(`http://${request.ip}`),
    note: (act, count) => request.log.info({ key: who.name, act, count }, 'desk'),
  };
  try {
    return send(reply, asked, await make(asked));
  } catch (error) {
    if (error instanceof NoDatabaseError) return sendPage(reply, noDatabasePage(texts, who), 503);
    if (!(error instanceof OperatorError || isStorageFailure(error))) throw error;
    // Other properties of a database's error may quote a message.
    request.log.warn({ reason: error.message }, 'the desk can’t use the database');
    return sendPage(reply, awayPage(texts, who, error), 503);
  }
}

/** As at any address where nothing is: whoever may not open the desk doesn't learn what is on it. */
function notHere(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

async function openDatabase({ database }: Pick<RoomParts, 'database'>): Promise<Database> {
  const open = await database?.();
  if (!open) throw new NoDatabaseError();
  return open;
}

function send(reply: FastifyReply, { texts }: DeskRequest, made: DeskAnswer): FastifyReply {
  if (made === undefined) return notHere(reply);
  if (made instanceof Html) return sendPage(reply, made);
  if ('page' in made) return sendPage(reply, made.page, made.status);
  reply.header('cache-control', 'no-store');
  if ('to' in made) {
    const query = new URLSearchParams({ done: made.done });
    for (const [name, count] of Object.entries(made.counts ?? {})) query.set(name, String(count));
    return reply.redirect(`${pathIn(texts, made.to)}${made.to.includes('?') ? '&' : '?'}${query}`, 303);
  }
  // No name in that of the file: it ends up in lists of downloads.
  return reply
    .headers({
      'content-disposition': `attachment; filename="personal-data-${new Date().toISOString().slice(0, 10)}.json"`,
      'content-type': 'application/json; charset=utf-8',
    })
    .send(made.json);
}
