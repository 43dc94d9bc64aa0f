import type { UsageCount, UsageSource } from '@site/api/usage/counts.ts';
import { newXsrfToken } from '@site/node/csrf.ts';
import type { ReadinessCheck } from '@site/node/probes.ts';
import type { ApiCall, CallApi, Visitor } from '@site/renderer/apiCalls.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** The API that the site works with: in the same process, or elsewhere. */
export interface ApiBackend {
  /** Serves the API below `/api/v1` of the site. */
  register(server: FastifyInstance): Promise<void>;
  /** Makes a call for a visitor's page or form. Never rejects: status 0 stands for no answer. */
  readonly call: CallApi;
  /** The state of the news; pages with news are rendered again when it changes. */
  newsState(): Promise<string>;
  /** Readiness checks by part. An API elsewhere has one: whether it does what the site needs. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Adds to what was counted of the site's use; undefined when the API takes nothing from this server. */
  readonly addUsage: ((counts: readonly UsageCount[]) => Promise<void>) | undefined;
  /** What was counted of it; undefined when the API is elsewhere, and tells it there. */
  readonly usage: UsageSource | undefined;
  /** Adds the API's metrics to the site's; an API elsewhere has its own. */
  measure(registry: Registry): void;
  close(): Promise<void>;
}

/** The headers of an API's answer that a page may see: its content type, and when to try again. */
export const answerHeaders = (read: (name: string) => string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'retry-after'].map((name) => [name, read(name) ?? '']).filter(([, value]) => value),
  );

/**
 * Headers of a call that the site makes for a visitor. The site has checked the origin of the visitor's request, so it
 * sends a valid CSRF token.
 */
export function trustedHeaders({ headers, method }: ApiCall): Record<string, string> {
  if (method === 'GET') return { ...headers };
  const token = newXsrfToken();
  return { ...headers, cookie: `${xsrf.cookie}=${token}`, [xsrf.header]: token };
}

/** A `fetch` that makes calls to the API for a visitor, for the site's API client. */
export const apiFetch =
  (api: Pick<ApiBackend, 'call'>, visitor: Visitor): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const { method, headers, signal } = request;
    const body = await request.text();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    signal.throwIfAborted();
    const call = { path: pathname + search, method, headers: Object.fromEntries(headers), ...(body && { body }) };
    const response = await Promise.race([api.call(call, visitor), aborted]);
    if (response.status === 0) throw new TypeError('The API gave no answer.');
    return new Response(response.body || null, response);
  };
