import type { Failure, Outcome } from '@site/renderer/outcome/outcome.ts';
import type { RefusedForm } from '@site/renderer/views/renderView.ts';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { sendOutcome } from '../forms/sendOutcome.ts';
import { compressFor, sendPage } from './CachedPage.ts';
import { retryAfter } from './headers.ts';
import type { RenderedPage } from './renderPage.ts';

/** What a request for a page, or a posted form, is answered with. */
export type PageAnswer =
  | Outcome<RenderedPage>
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'method-not-allowed' }
  /** The outcome of a form that a script has posted. */
  | { readonly kind: 'form'; readonly refused: RefusedForm | undefined }
  | NotShownForm;

/** A refused form that its page can't show again, or not before a number of seconds. */
export interface NotShownForm {
  readonly kind: 'not-shown';
  readonly refused: RefusedForm;
  readonly wait: number | undefined;
}

/**
 * Sends the outcome of a request for a page.
 *
 * @param isLogged whether failures are logged: in development they are shown elsewhere
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
  isLogged: boolean,
): Promise<FastifyReply> {
  switch (answer.kind) {
    case 'whole':
    case 'old-data':
    case 'no-data':
    case 'substitute':
    case 'last-good':
      await compressFor(request, answer.page);
      return sendPage(request, reply, answer.page);
    case 'redirect':
      return reply.redirect(answer.location, 303);
    case 'method-not-allowed': {
      const text = 'SITE-REQUEST This page takes no forms.';
      const headers = { allow: 'GET, HEAD' };
      return reply.sendFailure({ status: 405, text, page: 'request', headers });
    }
    case 'form':
      return sendOutcome(reply, answer.refused);
    case 'not-shown':
      return sendNotShown(reply, answer);
    case 'threw':
    case 'late':
    case 'lost':
      return sendFailed(request, reply, answer, isLogged);
    case 'refused':
      return reply.refuse(answer.reason);
  }
}

function sendNotShown(reply: FastifyReply, { refused, wait }: NotShownForm): FastifyReply {
  const mayBeStored = refused.result.errors.some((error) => error.kind === 'failure' && error.reason === 'unknown');
  if (mayBeStored) return reply.sendFailure({ status: 503, text: formFailed, page: 'form', headers: retryAfter });
  if (wait === undefined) {
    const text =
      'SITE-OVERLOAD The form was not stored, and can’t be shown again just now. Please check it, and send it again in a moment.';
    return reply.sendFailure({ status: 503, text, page: 'busyForm', headers: retryAfter });
  }
  const text =
    'SITE-OVERLOAD The form was not stored, and your network has sent too many others. Please wait a minute, then send it again.';
  return reply.sendFailure({ status: 429, text, page: 'crowdedForm', headers: { 'retry-after': String(wait) } });
}

const formFailed = 'SITE-ACTION The form could not be handled just now. Please send it again in a moment.';

function sendFailed(request: FastifyRequest, reply: FastifyReply, failure: Failure, isLogged: boolean): FastifyReply {
  const isForm = request.method === 'POST';
  if (isLogged) void logFailure(request.log, isForm ? 'SITE-ACTION' : 'SITE-RENDER', failure);
  const text = isForm ? formFailed : 'SITE-RENDER The page can’t be shown just now. Please try again in a moment.';
  return reply.sendFailure({ status: 503, text, page: isForm ? 'form' : 'page', headers: retryAfter });
}

/** Logs a failure once its source location is known. The visitor doesn't wait for that. */
export async function logFailure(
  log: FastifyBaseLogger,
  code: string,
  { message, located }: Pick<Failure, 'message' | 'located'>,
): Promise<void> {
  log.error(`${code} ${await (located ?? message)}`);
}
