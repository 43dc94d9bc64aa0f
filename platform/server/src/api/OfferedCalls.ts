import { callsOf } from '@site/releases/callsOf.ts';
import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import { askedCalls } from '@site/releases/siteCalls.ts';
import { type ApiCallName, apiCalls, xsrf } from '@site/shared/contract/api.ts';
import type { FastifyRequest } from 'fastify';
import type { ApiBackend } from './ApiBackend.ts';

/** Which calls of the API the site offers: those that its remotes make (docs/decisions/optional.md). */
export class OfferedCalls {
  readonly #live: () => ReleaseSet;
  readonly #previewed = new Set<ApiCallName>();

  constructor(live: () => ReleaseSet) {
    this.#live = live;
  }

  has(name: ApiCallName): boolean {
    return askedCalls(this.#live()).has(name) || this.#previewed.has(name);
  }

  /** From now on, also the calls of a version that a colleague is shown before it is live: they try it. */
  add({ manifest }: Release): void {
    for (const name of callsOf(manifest)) this.#previewed.add(name);
  }
}

/** The API, in which addresses of calls that the site doesn't offer are unknown. */
export const offered = (api: ApiBackend, calls: Pick<OfferedCalls, 'has'>): ApiBackend => ({
  ...api,
  register: async (server) => {
    await server.register(async (scope) => {
      scope.addHook('onRequest', async (request) => {
        const names = callsAt(request);
        if (names.length > 0 && !names.some((name) => calls.has(name))) throw unknownAddress();
      });
      await api.register(scope);
    });
  },
});

/** The API answers it in its own form. */
const unknownAddress = () => Object.assign(new Error('There is nothing at this address.'), { statusCode: 404 });

/** The calls at addresses that begin as a request's, such as `/api/v1/blog`; with those that store go the addresses of their tokens. */
function callsAt({ routeOptions, params }: FastifyRequest): readonly ApiCallName[] {
  const rest = typeof params === 'object' && params !== null && '*' in params ? String(params['*']) : '';
  const beginning = beginningOf((routeOptions.url ?? '').replace(/^\/api\/v1\//, '').replace('*', rest));
  return (Object.keys(apiCalls) as ApiCallName[]).filter((name) => {
    const { method, path } = apiCalls[name];
    return beginningOf(path) === beginning || (method === 'POST' && beginning === xsrf.path);
  });
}

const beginningOf = (path: string): string => path.split('/', 1)[0] ?? '';
