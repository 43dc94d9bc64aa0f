import rateLimit from '@fastify/rate-limit';
import { networkLimit } from '@site/node/networkLimit.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';
import type { AnswerTools, PageAnswers } from './PageAnswers.ts';
import { sendAnswer } from './sendAnswer.ts';

/** What answers to searches depend on. */
interface SearchParts extends Pick<AnswerTools, 'metrics' | 'development'> {
  readonly shared: SharedMemory | undefined;
}

/**
 * Answers requests for pages with what a visitor typed. Their number is unlimited, so each is rendered for its visitor and kept
 * nowhere, and each network gets a limited number.
 */
export async function searchAnswers(
  server: FastifyInstance,
  { metrics, development, shared }: SearchParts,
  answers: Pick<PageAnswers, 'renderUnkept'>,
): Promise<(request: FastifyRequest, reply: FastifyReply, asked: PageRequest) => Promise<FastifyReply>> {
  await server.register(rateLimit, { global: false, cache: serverLimits.search.networks });
  const tooMany = networkLimit(server, { what: 'searches', ...serverLimits.search }, shared);
  return async (request, reply, asked) => {
    metrics.pageCache.inc({ result: 'bypass' });
    request.span?.set({ 'site.cache': 'bypass' });
    const wait = await tooMany(request);
    if (wait !== undefined) {
      const text = 'SITE-OVERLOAD Your network has searched too often. Please wait a minute, then load the page again.';
      const headers = { 'retry-after': String(wait) };
      return reply.sendFailure({ status: 429, text, page: 'crowd', headers });
    }
    return await sendAnswer(request, reply, await answers.renderUnkept(asked), !development);
  };
}
