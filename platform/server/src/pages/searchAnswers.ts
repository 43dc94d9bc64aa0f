import rateLimit from '@fastify/rate-limit';
import { networkOf } from '@site/http/networkOf.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';
import type { AnswerTools, PageAnswers } from './PageAnswers.ts';
import { sendAnswer } from './sendAnswer.ts';

/**
 * Answers requests for pages with what a visitor typed. There is any number of them: each is rendered for its visitor and kept nowhere,
 * and a network gets only so many.
 */
export async function searchAnswers(
  server: FastifyInstance,
  { metrics, development }: Pick<AnswerTools, 'metrics' | 'development'>,
  answers: Pick<PageAnswers, 'renderUnkept'>,
): Promise<(request: FastifyRequest, reply: FastifyReply, asked: PageRequest) => Promise<FastifyReply>> {
  const { fromNetwork, window, networks } = serverLimits.search;
  await server.register(rateLimit, { global: false, cache: networks });
  const isTooMuch = server.createRateLimit({
    max: fromNetwork,
    timeWindow: window,
    keyGenerator: ({ ip }) => networkOf(ip),
  });
  return async (request, reply, asked) => {
    metrics.pageCache.inc({ result: 'bypass' });
    request.span?.set({ 'site.cache': 'bypass' });
    const limit = await isTooMuch(request);
    if (!limit.isAllowed && limit.isExceeded) {
      const text = 'SITE-OVERLOAD Your network has searched too often. Please wait a minute, then load the page again.';
      const headers = { 'retry-after': String(limit.ttlInSeconds) };
      return reply.sendFailure({ status: 429, text, page: 'crowd', headers });
    }
    return await sendAnswer(request, reply, await answers.renderUnkept(asked), !development);
  };
}
