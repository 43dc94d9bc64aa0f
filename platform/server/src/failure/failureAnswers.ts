import { accepts } from '@site/node/preferences.ts';
import type { Release } from '@site/releases/Release.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { notHere, type RefusalReason } from '@site/renderer/outcome/outcome.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage, toPage } from '../pages/CachedPage.ts';
import { noStore, retryAfter } from '../pages/headers.ts';
import { languageOf } from '../pages/urls.ts';
import { failureDocument } from './failureDocument.ts';
import { type FailurePage, outagePage, outagePolicy } from './outagePage.ts';

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends a failure in place of the requested content: browsers get a page in the visitor's language, which needs no renderer;
     * everything else gets a line of text.
     */
    sendFailure(answer: FailureAnswer): FastifyReply;
    /** Sends the failure of a request that is refused, and counts it. */
    refuse(reason: RefusalReason): FastifyReply;
  }
}

/** What a request gets in place of the requested content. */
export interface FailureAnswer {
  readonly status: number;
  /** For people in a terminal. Starts with a code from docs/errors.md. */
  readonly text: string;
  /** The page that explains it to a visitor. */
  readonly page: FailurePage;
  readonly headers?: Readonly<Record<string, string>>;
}

const overloaded: FailureAnswer = {
  status: 503,
  text: 'SITE-OVERLOAD The server has too much to do just now. Please try again in a moment.',
  page: 'page',
  headers: retryAfter,
};

/** What failure pages depend on. */
export interface FailureState {
  /** The live shell, whose styles the pages use. */
  readonly shell: () => Release | undefined;
  /** Whether the server can't render any page. */
  readonly isDark: () => boolean;
  /** Counts a refused request. */
  readonly onRefused: (reason: RefusalReason) => void;
}

/** Answers errors, unknown methods and missing files, and adds `reply.sendFailure` and `reply.refuse`. */
export function failureAnswers(server: FastifyInstance, { shell, isDark, onRefused }: FailureState): void {
  server.decorateReply('sendFailure', function (this: FastifyReply, { status: meant, text, page, headers }) {
    const { request } = this;
    const status = meant === 503 && page === 'page' && isDark() ? notHere : meant;
    const path = request.url.split('?')[0] ?? '';
    const code = text.split(' ')[0] ?? '';
    this.code(status).headers({ ...noStore, ...headers });
    if (!wantsPage(request)) return this.type('text/plain; charset=utf-8').send(lineOf({ text, page, code, path }));
    const language = languageOf(path, request.headers['accept-language']);
    const release = shell();
    if (!release) {
      this.header('content-security-policy', outagePolicy).type('text/html; charset=utf-8');
      return this.send(outagePage(page, language));
    }
    const document = failureDocument(release, { page, language, code });
    return sendPage(request, this, toPage(document, status, { ...noStore, ...headers }));
  });
  server.decorateReply('refuse', function (this: FastifyReply, reason) {
    onRefused(reason);
    return this.sendFailure(overloaded);
  });
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(answerUnknown);
}

interface FailureLine extends Pick<FailureAnswer, 'text' | 'page'> {
  readonly code: string;
  readonly path: string;
}

/** The line for a program, in the language of the page's address. Only that of the fallback language has the details, in English. */
export function lineOf({ text, page, code, path }: FailureLine): string {
  const language = languageOfPath(path) ?? fallbackLanguage;
  if (language === fallbackLanguage) return text;
  const translate = shellTranslator(language);
  return `${code} ${translate(`failures.${page}.title`)}. ${translate(`failures.${page}.text`)}`;
}

/** Addresses that never are a page's. */
export const filePaths = /^\/(?:api|assets)\//;

const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  accepts(headers.accept, 'text/html') && !filePaths.test(url);

/** Handles errors. Details of internal errors stay in the log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerTo(error);
  // A visitor who leaves while a file is being read isn't a failure.
  const hasLeft = request.raw.socket.destroyed;
  if (answer.status === 500 && !hasLeft) request.log.error(error, 'SITE-FAILED The request failed.');
  return reply.sendFailure(answer);
}

function answerTo(error: FastifyError): FailureAnswer {
  const status = error.statusCode ?? 500;
  if (status === 413) return { status, text: `SITE-REQUEST ${error.message}`, page: 'longForm' };
  if (status < 500) return { status, text: `SITE-REQUEST ${error.message}`, page: 'request' };
  const text = 'SITE-FAILED Something went wrong on our side. Please try again in a moment.';
  return { status, text, page: 'page' };
}

/** Methods of pages and files. */
const methods = ['GET', 'HEAD', 'POST'];

/** Answers requests without a route: an unknown method, or a listed file that is gone. */
function answerUnknown({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (methods.includes(method))
    return reply.sendFailure({ status: 404, text: 'SITE-ASSET There is no such file.', page: 'request' });
  return reply.sendFailure({
    status: 405,
    text: `SITE-REQUEST ${method} means nothing here.`,
    page: 'request',
    headers: { allow: methods.join(', ') },
  });
}
