import { openApi } from '@site/api/service.ts';
import type { ApiSettings } from '@site/api/settings.ts';
import type { Tracing } from '@site/node/spans.ts';
import { noAnswer, requestHeaders } from '@site/renderer/apiCalls.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type ApiBackend, answerHeaders, trustedHeaders } from './ApiBackend.ts';

/**
 * The API in the site server's own process, on its own database.
 *
 * @throws {OperatorError} when the database can't be opened
 */
export async function embeddedApi(settings: ApiSettings, tracing?: Tracing): Promise<ApiBackend> {
  const api = await openApi(settings, tracing);
  let server: FastifyInstance | undefined;
  return {
    register: async (instance) => {
      server = instance;
      await instance.register(api.plugin);
    },
    call: async (request, visitor) => {
      if (!server) return noAnswer;
      try {
        const { statusCode, headers, payload } = await server.inject({
          method: request.method as NonNullable<InjectOptions['method']>,
          url: request.path,
          headers: { ...trustedHeaders(request), ...requestHeaders(visitor) },
          remoteAddress: visitor.address,
          ...(request.body !== undefined && { payload: request.body }),
        });
        const read = (name: string) => headers[name]?.toString();
        return { status: statusCode, headers: answerHeaders(read), body: payload };
      } catch (error) {
        // A remote may ask for an invalid request, and a closed server refuses every call.
        server.log.error({ reqId: visitor.requestId, err: error }, 'SITE-API A page’s API call failed.');
        return noAnswer;
      }
    },
    newsState: api.newsState,
    checks: { ...api.checks, ...api.weaknesses },
    addUsage: api.addUsage,
    usage: api.usage,
    measure: api.measure,
    close: api.close,
  };
}
