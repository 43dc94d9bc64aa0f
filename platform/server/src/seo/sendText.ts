import { isNotModified } from '@site/node/conditionalGet.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingOf } from '../pages/encodings.ts';
import { sharedCaching } from '../pages/headers.ts';
import { PreparedText } from './PreparedText.ts';

type Caching = Readonly<Record<string, string>>;

/** Sends a text that was made for one request. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
  caching?: Caching,
): Promise<FastifyReply> => await send(request, reply, type, new PreparedText(text), caching);

/** Sends a text in the best encoding that the client accepts, or 304 when the client has it. */
export async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: PreparedText,
  caching: Caching = { 'cache-control': sharedCaching },
): Promise<FastifyReply> {
  const encoding = encodingOf(headers['accept-encoding']);
  const { etag, body } = await text.in(encoding);
  reply.headers({ etag, vary: 'accept-encoding', ...caching });
  if (isNotModified(headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}
