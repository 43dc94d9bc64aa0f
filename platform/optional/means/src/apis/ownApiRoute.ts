import rateLimit from '@fastify/rate-limit';
import { limits as httpLimits } from '@site/node/limits.ts';
import { networkLimit } from '@site/node/networkLimit.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { hasFailed } from '@site/renderer/apiCalls.ts';
import { ownApisPath, searchHeader } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import { meansLimits } from '../limits.ts';
import type { OwnApis } from './OwnApis.ts';

/** Answers browsers' calls to the remotes' own APIs, on the site's origin: with the data alone, never with headers of the API. */
export async function ownApiRoute(scope: FastifyInstance, apis: OwnApis, shared?: SharedMemory): Promise<void> {
  await scope.register(rateLimit, { global: false, cache: meansLimits.apis.networks });
  const tooMany = networkLimit(scope, { what: 'calls of own APIs', ...meansLimits.apis }, shared);
  scope.get(`${ownApisPath}*`, async (request, reply) => {
    reply.type('application/json; charset=utf-8');
    const wait = await tooMany(request);
    if (wait !== undefined)
      return await reply
        .code(429)
        .headers({ ...noStore, 'retry-after': String(wait) })
        .send(refusals.tooMany);
    const isSearch = request.headers[searchHeader] !== undefined;
    const visitor = {
      address: request.ip,
      requestId: String(request.id),
      span: request.span,
      ...(isSearch && { isSearch }),
    };
    const { status, body, freshFor = 0 } = await apis.call({ path: request.url }, visitor);
    if (hasFailed({ status }))
      return await reply
        .code(503)
        .headers({ ...noStore, ...retryAfter })
        .send(refusals.failed);
    reply.headers(isSearch ? noStore : { 'cache-control': `public, max-age=${Math.floor(freshFor / 1000)}` });
    return await reply.code(status).send(status === 200 ? body : refusals.unknown);
  });
}

const noStore = { 'cache-control': 'no-store' };

const retryAfter = { 'retry-after': String(httpLimits.overloadRetry) };

const refusal = (code: string, message: string) => JSON.stringify({ error: { code, message } });

const refusals = {
  failed: refusal('SITE-OWN-API', 'The API gives no answer just now. Please try again in a moment.'),
  unknown: refusal('SITE-OWN-API', 'There is nothing at this address.'),
  tooMany: refusal('SITE-OVERLOAD', 'Too many calls come from your network.'),
};
