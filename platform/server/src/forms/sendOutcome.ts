import type { RefusedForm } from '@site/renderer/views/renderView.ts';
import type { FastifyReply } from 'fastify';

/**
 * Tells a script the outcome of its form, by the rules of the site's API (`ApiClient.sendForm`): 503 with an error says that it
 * isn't stored, 504 that it may be.
 */
export function sendOutcome(reply: FastifyReply, refused: RefusedForm | undefined): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (!refused) return reply.code(201).send('{}');
  const { status, result } = refused;
  const failure = result.errors.find((error) => error.kind === 'failure');
  if (failure?.reason === 'unknown') return reply.code(504).send('{}');
  if (failure?.reason === 'failed') return reply.code(503).send(notStored);
  if (failure?.minutes !== undefined) reply.header('retry-after', String(failure.minutes * 60));
  const errors = result.errors.flatMap((error) => (error.kind === 'rejection' ? [{ [error.field]: error.text }] : []));
  return reply.code(status).send(JSON.stringify(failure ? {} : { errors }));
}

const notStored = JSON.stringify({
  error: { code: 'SITE-OWN-API', message: 'The form could not be stored just now. Please send it again in a moment.' },
});
