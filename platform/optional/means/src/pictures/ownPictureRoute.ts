import rateLimit from '@fastify/rate-limit';
import { limits as httpLimits } from '@site/node/limits.ts';
import { networkLimit } from '@site/node/networkLimit.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { hasFailed } from '@site/renderer/apiCalls.ts';
import { ownPicturesPath } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import type { OwnApis } from '../apis/OwnApis.ts';
import { meansLimits } from '../limits.ts';

/** Gives browsers pictures of the remotes' own APIs, on the site's origin: the bytes alone, never headers of the API. */
export async function ownPictureRoute(scope: FastifyInstance, apis: OwnApis, shared?: SharedMemory): Promise<void> {
  await scope.register(rateLimit, { global: false, cache: meansLimits.pictures.networks });
  const tooMany = networkLimit(scope, { what: 'pictures', ...meansLimits.pictures }, shared);
  scope.get(`${ownPicturesPath}*`, async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    const later = (status: number, seconds: number, text: string) =>
      reply
        .code(status)
        .headers({ 'cache-control': 'no-store', 'retry-after': String(seconds) })
        .send(text);
    const wait = await tooMany(request);
    if (wait !== undefined) return await later(429, wait, 'Too many pictures are asked for from your network.');
    const visitor = { address: request.ip, requestId: String(request.id), span: request.span };
    const { status, headers, body, freshFor = 0 } = await apis.picture(request.url, visitor);
    if (hasFailed({ status })) return await later(503, httpLimits.overloadRetry, 'There is no picture just now.');
    reply.header('cache-control', `public, max-age=${Math.floor(freshFor / 1000)}`);
    if (status !== 200) return await reply.code(status).send('There is no picture at this address.');
    return await reply.type(headers['content-type'] ?? '').send(Buffer.from(body, 'latin1'));
  });
}
