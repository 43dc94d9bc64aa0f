import type { FastifyReply, FastifyRequest } from 'fastify';

/** What pages and files are asked for with. */
const methods = ['GET', 'HEAD', 'POST'];

/** Answers a request that no route takes: a method that means nothing here, or a listed file that is gone. */
export function answerMissing({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
  if (methods.includes(method)) return reply.code(404).send('SITE-ASSET There is no such file.');
  return reply.code(405).header('allow', methods.join(', ')).send(`SITE-REQUEST ${method} means nothing here.`);
}
