import type { Release } from '@site/releases/Release.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { outagePage, outagePolicy } from '../operations/outagePage.ts';
import { RefusedError } from '../operations/overload.ts';
import { sendPage, toPage } from './CachedPage.ts';
import { noStore, retryAfter } from './headers.ts';
import { type FailureKind, failureDocument } from './plainDocuments.ts';
import { shellTexts } from './shellTexts.ts';
import { languageOf } from './urls.ts';

/** Why a request doesn't get what it asked for. */
export interface Failure {
  readonly status: number;
  /** For people who read it in a terminal; starts with a code of docs/errors.md. */
  readonly text: string;
  /** How the page explains it to a visitor. */
  readonly kind: FailureKind;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a failure instead of what was asked for. */
export type SendFailurePage = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;

/**
 * Makes the function that sends failures: to browsers a page in the visitor's language, which needs no renderer, and to
 * everything else a line of text.
 *
 * @param shell the live shell; undefined before there is one
 */
export const failurePages =
  (shell: () => Release | undefined): SendFailurePage =>
  (request, reply, { status, text, kind, headers }) => {
    const path = request.url.split('?')[0] ?? '';
    const code = text.split(' ')[0] ?? '';
    reply.code(status).headers({ ...noStore, ...headers });
    if (!wantsPage(request)) return reply.type('text/plain; charset=utf-8').send(lineOf({ text, kind, code, path }));
    const language = languageOf(path, request.headers['accept-language']);
    const release = shell();
    if (!release) {
      reply.header('content-security-policy', outagePolicy).type('text/html; charset=utf-8');
      return reply.send(outagePage(kind, language));
    }
    const document = failureDocument(release, { kind, language, code });
    return sendPage(request, reply, toPage(document, status, { ...noStore, ...headers }));
  };

interface FailureLine extends Pick<Failure, 'text' | 'kind'> {
  readonly code: string;
  readonly path: string;
}

/** The line for a program: of a page, in the language of its address. English has the details. */
function lineOf({ text, kind, code, path }: FailureLine): string {
  const language = languageOfPath(path) ?? fallbackLanguage;
  if (language === fallbackLanguage) return text;
  const translate = shellTexts(language);
  return `${code} ${translate(`failures.${kind}.title`)}. ${translate(`failures.${kind}.text`)}`;
}

const filePaths = /^\/(?:api|assets)\//;

const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !filePaths.test(url);

/** Makes the error handler. The details of internal errors stay in the log. */
export const errorHandler =
  (sendFailurePage: SendFailurePage) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = failureOf(error);
    // A visitor who leaves while a file is being read is no failure.
    const hasLeft = request.raw.socket.destroyed;
    if (failure.status === 500 && !hasLeft) request.log.error(error, 'SITE-FAILED The request failed.');
    return sendFailurePage(request, reply, failure);
  };

function failureOf(error: FastifyError): Failure {
  // Not logged: the metrics count it, and logging would add to the load.
  if (error instanceof RefusedError) {
    const { statusCode: status, message: text } = error;
    return { status, text, kind: 'page', headers: retryAfter };
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return { status, text: `SITE-REQUEST ${error.message}`, kind: 'request' };
  const text = 'SITE-FAILED Something went wrong on our side. Please try again in a moment.';
  return { status, text, kind: 'page' };
}

/** Methods of pages and files. */
const methods = ['GET', 'HEAD', 'POST'];

/** Makes the handler of requests without a route: an unknown method, or a listed file that is gone. */
export const notFoundHandler =
  (sendFailurePage: SendFailurePage) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method } = request;
    if (methods.includes(method))
      return sendFailurePage(request, reply, {
        status: 404,
        text: 'SITE-ASSET There is no such file.',
        kind: 'request',
      });
    return sendFailurePage(request, reply, {
      status: 405,
      text: `SITE-REQUEST ${method} means nothing here.`,
      kind: 'request',
      headers: { allow: methods.join(', ') },
    });
  };
