import { type ApiSettings, openApi } from '@site/api';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ApiBackend } from './ApiBackend.ts';
import { trustedHeaders } from './trustedHeaders.ts';

/**
 * The API in the site server's own process, on its own database.
 *
 * @throws {DatabaseOpenError} when the database can't be opened
 */
export async function embeddedApi(settings: ApiSettings): Promise<ApiBackend> {
  const api = await openApi(settings);
  let server: FastifyInstance | undefined;
  return {
    register: async (instance) => {
      server = instance;
      await instance.register(api.plugin);
    },
    call: async (request, { address }) => {
      const calling = server?.inject({
        method: request.method as NonNullable<InjectOptions['method']>,
        url: request.path,
        headers: trustedHeaders(request),
        remoteAddress: address,
        ...(request.body !== undefined && { payload: request.body }),
      });
      // A server that has ended refuses the calls of pages whose visitors have left meanwhile.
      const answer = await calling?.catch(() => undefined);
      if (!answer) return { status: 0, headers: {}, body: '' };
      const { statusCode, headers, payload } = answer;
      return { status: statusCode, headers: { 'content-type': String(headers['content-type'] ?? '') }, body: payload };
    },
    newsState: api.newsState,
    checks: api.checks,
    measure: api.measure,
    close: api.close,
  };
}
