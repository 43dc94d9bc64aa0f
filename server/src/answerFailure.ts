import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from './operations/RefusedError.ts';
import type { AnswerProblem, Problem } from './pages/answerProblem.ts';
import { retryAfter } from './pages/makePage.ts';

/** What pages and files are asked for with. */
const methods = ['GET', 'HEAD', 'POST'];

/** Makes the function that answers a request which the site could not handle. What went wrong on our side stays in the log. */
export const failureAnswerer =
  (answerProblem: AnswerProblem) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error);
    // A visitor who turns away while a file is being read is no failure: nobody is there to be answered.
    const hasLeft = request.raw.socket.destroyed;
    if (problem.status === 500 && !hasLeft) request.log.error(error, 'SITE-FAILED The request could not be answered.');
    return answerProblem(request, reply, problem);
  };

/** Makes the function that answers a request which no route takes: a method that means nothing here, or a listed file that is gone. */
export const missingAnswerer =
  (answerProblem: AnswerProblem) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method } = request;
    if (methods.includes(method))
      return answerProblem(request, reply, { status: 404, text: 'SITE-ASSET There is no such file.', kind: 'request' });
    const headers = { allow: methods.join(', ') };
    return answerProblem(request, reply, {
      status: 405,
      text: `SITE-REQUEST ${method} means nothing here.`,
      kind: 'request',
      headers,
    });
  };

function problemOf(error: FastifyError): Problem {
  // It isn't logged: the metrics count it, and a log for each would add to the load.
  if (error instanceof RefusedError) {
    const { statusCode: status, message: text } = error;
    return { status, text, kind: 'page', headers: retryAfter };
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return { status, text: `SITE-REQUEST ${error.message}`, kind: 'request' };
  const text = 'SITE-FAILED Something went wrong on our side. Please try again in a moment.';
  return { status, text, kind: 'page' };
}
