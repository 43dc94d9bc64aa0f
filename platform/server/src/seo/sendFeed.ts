import { feedType } from '@site/shared/routes/siteFiles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore, retryAfter } from '../pages/headers.ts';
import { sendText } from './sendText.ts';

/**
 * Sends a feed.
 *
 * @param feed undefined while what it is made of can't be read: its reader asks again
 */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: string | undefined,
  content: 'news' | 'entries',
): Promise<FastifyReply> {
  if (feed !== undefined) return await sendText(request, reply, feedType, feed);
  reply.headers({ ...noStore, ...retryAfter }).type('text/plain; charset=utf-8');
  return reply.code(503).send(`SITE-FEED The ${content} can’t be read just now. Please try again in a moment.`);
}
