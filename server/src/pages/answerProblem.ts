import type { Release } from '@site/releases/Release.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toPage } from './CachedPage.ts';
import { type FailureKind, failureDocument } from './failureDocument.ts';
import { noStore } from './makePage.ts';
import { languageOf } from './renderPage.ts';
import { sendPage } from './sendPage.ts';

/** Why a request is not answered with what it asked for. */
export interface Problem {
  readonly status: number;
  /** For people who read it in a terminal; begins with a code of docs/errors.md. */
  readonly text: string;
  /** How a visitor is told. */
  readonly kind: FailureKind;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request with a problem. */
export type AnswerProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply;

/**
 * Makes the function that answers with problems: to browsers that want a page with one in the visitor's language, which needs
 * no renderer, and to everything else with a line of text.
 *
 * @param shell the shell that is live; nothing before there is one
 */
export const problemAnswerer =
  (shell: () => Release | undefined): AnswerProblem =>
  (request, reply, { status, text, kind, headers }) => {
    const release = shell();
    const code = text.split(' ')[0] ?? '';
    if (!release || !wantsPage(request)) {
      return reply
        .code(status)
        .headers({ ...noStore, ...headers })
        .type('text/plain; charset=utf-8')
        .send(text);
    }
    const { url, headers: asked } = request;
    const language = languageOf({ url, acceptLanguage: asked['accept-language'] });
    const document = failureDocument(release, { kind, language, code });
    return sendPage(request, reply, toPage(document, status, { ...noStore, ...headers }));
  };

const filePaths = /^\/(?:api|assets)\//;

const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !filePaths.test(url);
