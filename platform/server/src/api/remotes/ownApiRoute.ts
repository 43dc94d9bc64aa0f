import rateLimit from '@fastify/rate-limit';
import { networkOf } from '@site/http/networkOf.ts';
import { hasFailed } from '@site/renderer/apiCalls.ts';
import { ownApisPath } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import { serverLimits } from '../../limits.ts';
import { noStore, retryAfter } from '../../pages/headers.ts';
import type { OwnApis } from './OwnApis.ts';

/** Answers browsers' calls to the remotes' own APIs, on the site's origin: with the data alone, never with headers of the API. */
export async function ownApiRoute(server: FastifyInstance, apis: OwnApis): Promise<void> {
  const { fromNetwork, window, networks } = serverLimits.ownApis;
  await server.register(async (scope) => {
    await scope.register(rateLimit, {
      max: fromNetwork,
      timeWindow: window,
      cache: networks,
      keyGenerator: ({ ip }) => networkOf(ip),
      errorResponseBuilder: (_request, { statusCode }) =>
        Object.assign(new Error('SITE-OVERLOAD Too many calls come from your network.'), { statusCode }),
    });
    scope.get(`${ownApisPath}*`, async (request, reply) => {
      const visitor = { requestId: String(request.id), span: request.span };
      const { status, headers, body, freshFor = 0 } = await apis.call({ path: request.url }, visitor);
      const failed = hasFailed({ status });
      reply.headers(headers).type('application/json; charset=utf-8');
      if (failed)
        return await reply
          .code(503)
          .headers({ ...noStore, ...retryAfter })
          .send(refusals.failed);
      reply.header('cache-control', `public, max-age=${Math.floor(freshFor / 1000)}`);
      return await reply.code(status).send(status === 200 ? body : refusals.unknown);
    });
  });
}

const refusals = {
  failed: JSON.stringify({
    error: { code: 'SITE-OWN-API', message: 'The API gives no answer just now. Please try again in a moment.' },
  }),
  unknown: JSON.stringify({ error: { code: 'SITE-OWN-API', message: 'There is nothing at this address.' } }),
};
