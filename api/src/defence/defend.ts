import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';
import { answerHeaders, isHttpsOrigin } from './answerHeaders.ts';
import { answerMalformed } from './answerMalformed.ts';
import { answerOddRequests } from './answerOddRequests.ts';
import { endSlowReaders } from './endSlowReaders.ts';

type AnswerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const headersFor = ({ protocol }: FastifyRequest, siteOrigin: string | undefined) =>
  answerHeaders(isHttpsOrigin(siteOrigin) || protocol === 'https');

/**
 * Options of a server that is defended (`defend`): what Fastify and Node refuse by themselves, before any hook, is answered
 * with the same headers as everything else.
 */
export const defendedOptions = (siteOrigin: string | undefined, answerFailure: AnswerFailure) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void answerFailure(error, request, reply.headers(headersFor(request, siteOrigin))),
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
    answerMalformed(error, socket, answerHeaders(isHttpsOrigin(siteOrigin))),
});

/** Gives every answer its headers, and lets no client take up a connection for long. To be called before any other hook is added. */
export function defend(server: FastifyInstance, siteOrigin: string | undefined): void {
  server.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request, siteOrigin)));
  answerOddRequests(server);
  endSlowReaders(server.server, limits.connection.answerTaken);
}
