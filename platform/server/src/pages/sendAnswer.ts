import type { Failure } from '@site/renderer/Failure.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from './CachedPage.ts';
import { retryAfter } from './headers.ts';
import { logFailure, type PageAnswer } from './PageAnswers.ts';

/**
 * Sends the outcome of a request for a page.
 *
 * @param isLogged whether failures are logged: in development they are shown elsewhere
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
  isLogged: boolean,
): FastifyReply {
  switch (answer.kind) {
    case 'page':
      return sendPage(request, reply, answer.page);
    case 'redirect':
      return reply.redirect(answer.location, 303);
    case 'method-not-allowed': {
      const text = 'SITE-REQUEST This page takes no forms.';
      const headers = { allow: 'GET, HEAD' };
      return reply.sendFailure({ status: 405, text, page: 'request', headers });
    }
    case 'threw':
    case 'late':
      return sendFailed(request, reply, answer, isLogged);
  }
}

function sendFailed(request: FastifyRequest, reply: FastifyReply, failure: Failure, isLogged: boolean): FastifyReply {
  const isForm = request.method === 'POST';
  if (isLogged) void logFailure(request.log, isForm ? 'SITE-ACTION' : 'SITE-RENDER', failure);
  const text = isForm
    ? 'SITE-ACTION The form could not be handled just now. Please send it again in a moment.'
    : 'SITE-RENDER The page can’t be shown just now. Please try again in a moment.';
  return reply.sendFailure({ status: 503, text, page: isForm ? 'form' : 'page', headers: retryAfter });
}
