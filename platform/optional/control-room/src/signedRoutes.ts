import { isCrossSite } from '@site/node/csrf.ts';
import { isShallow } from '@site/releases/descriptions.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { visitOf } from './access/visitCookie.ts';
import { type Texts, textsOf } from './html/texts.ts';
import { refusal, refusedAnswer } from './pages/answers.ts';
import type { ActAnswer } from './pages/SigningTask.ts';
import type { PageRequest, RoomParts } from './RoomParts.ts';

/** What somebody who is in has sent. */
export interface ActRequest extends PageRequest {
  readonly request: FastifyRequest;
}

/** Does what somebody asks for who is in; undefined when there is no such thing, or not for them. */
export type Act = (asked: ActRequest) => Promise<ActAnswer | undefined>;

/** A record that was signed in the browser, by a page's `SigningTask`. Nothing in it is verified yet. */
export interface SentRecord {
  readonly record: unknown;
  /** The serial of the record that the page has seen; absent when there was none. */
  readonly replaced?: number | undefined;
}

/** Adds an act below each language: a method, a path such as `/policy`, and the most bytes that are sent. */
export type AddAct = (method: 'POST' | 'DELETE', path: string, most: number, act: Act) => void;

const sent = z.object({ record: z.unknown(), replaced: z.number().int().nonnegative().optional() });

/**
 * The record that a page has sent.
 *
 * @throws {OperatorError} RELEASE-REQUEST
 */
export function sentRecord({ body }: FastifyRequest): SentRecord {
  const parsed = sent.safeParse(body);
  if (parsed.success && isShallow(parsed.data.record)) return parsed.data;
  throw new OperatorError('RELEASE-REQUEST', 'The request brings no record that was signed on a page of the room.');
}

/** Takes what people have signed in their browsers: from pages of the room alone, and from those who are in. */
export const signedRoutes = (server: FastifyInstance, { visits }: RoomParts, addAll: (add: AddAct) => void): void =>
  void server.register(async (routes) => {
    const turnAway = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      const texts = textsOf((request.params as PageRequest['params']).language ?? '');
      if (!texts) return await reply.callNotFound();
      if (isCrossSite(request.headers, request.host)) return refuse(reply, 403, texts, 'act.refused.crossSite');
      if (!visits.visitor(visitOf(request))) return refuse(reply, 401, texts, 'act.refused.visit');
      return undefined;
    };
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      routes.getDefaultJsonParser('error', 'error'),
    );
    // A request without a record says all in its headers.
    routes.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    addAll((method, path, bodyLimit, act) =>
      routes.route({
        method,
        url: `/:language${path}`,
        bodyLimit,
        // Strangers are turned away before anything that they send is read.
        onRequest: turnAway,
        handler: async (request, reply) => {
          const { params, query } = request as Pick<PageRequest, 'params' | 'query'>;
          const [texts, who] = [textsOf(params.language ?? ''), visits.visitor(visitOf(request))];
          // A visit may end while its request arrives.
          if (!texts || !who) return await turnAway(request, reply);
          return await answer(reply, texts, () => act({ request, texts, who, params, query }));
        },
      }),
    );
  });
async function answer(
  reply: FastifyReply,
  texts: Texts,
  act: () => Promise<ActAnswer | undefined>,
): Promise<FastifyReply> {
  try {
    const answered = await act();
    if (!answered) return refuse(reply, 404, texts, 'missing.text');
    return reply.code(answered.isRefused ? 422 : 200).send(answered);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    reply.log.info({ code: error.code }, error.message);
    return reply.code(error.code === 'RELEASE-BUSY' ? 409 : 422).send(refusedAnswer(texts, error));
  }
}

const refuse = (reply: FastifyReply, status: number, texts: Texts, title: Parameters<Texts['text']>[0]): FastifyReply =>
  reply.code(status).send(refusal(texts, title));
