import { readBody, UnusableAnswer } from '@site/node/readBody.ts';
import type { ApiAnswer } from '@site/renderer/apiCalls.ts';
import CachePolicy from 'http-cache-semantics';
import { meansLimits } from '../limits.ts';

/** What to ask a remote's own API for. */
export interface OwnRequest {
  readonly address: string;
  /** What a form sends to it, as JSON; absent to read. */
  readonly body?: string | undefined;
  /** A bearer token of the site's. */
  readonly token?: string | undefined;
  /** How long the answer may take. */
  readonly timeout: number;
  /** Headers that let the API continue a visitor's request. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks a remote's own API. The API learns nothing about the visitor.
 *
 * @throws {UnusableAnswer} saying what is wrong with its answer
 * @throws {Error} when it fails, or gives none
 */
export async function fetchAnswer(request: OwnRequest): Promise<ApiAnswer> {
  const { sent, response } = await ask(request, 'application/json');
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  // Its error messages are for its own developers.
  if (status >= 400) {
    await response.body?.cancel();
    return { status, headers: {}, body: '', freshFor: meansLimits.apis.fresh.least };
  }
  if (!isJson(response)) {
    await response.body?.cancel();
    throw new UnusableAnswer(`It answered with "${type.slice(0, 100)}", not with JSON.`);
  }
  const body = await readBody(response, meansLimits.apis.answerSize);
  assertJson(body);
  const { fresh } = meansLimits.apis;
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
    freshFor: freshFor(sent, response, fresh),
  };
}

/**
 * Sends a form to a remote's own API. Only the status, when to try again, and the answer to a rejected form are used.
 *
 * @throws {Error} as `fetchAnswer`
 */
export async function sendToOwn(request: OwnRequest): Promise<ApiAnswer> {
  const { response } = await ask(request, 'application/json');
  const { status } = response;
  const isRejected = status === 422 && isJson(response);
  const body = isRejected ? await readBody(response, meansLimits.apis.rejectionSize) : '';
  if (!isRejected) await response.body?.cancel();
  const retryAfter = response.headers.get('retry-after');
  return { status, headers: { ...(retryAfter && { 'retry-after': retryAfter }) }, body };
}

/**
 * Asks an API, which may not lead elsewhere.
 *
 * @throws {Error} as `fetchAnswer`
 */
export async function ask({ address, token, headers, body, timeout }: OwnRequest, accept: string) {
  const sent = {
    ...headers,
    accept,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(address, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: sent,
    // It could lead to addresses that only this server reaches.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const { status } = response;
  if (status >= 500 || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    const reason = `It answered with status ${status}.`;
    throw status >= 500 ? new Error(reason) : new UnusableAnswer(reason);
  }
  return { sent, response };
}

function assertJson(body: string): void {
  try {
    JSON.parse(body);
  } catch {
    throw new UnusableAnswer('Its answer is not JSON.');
  }
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** For how many milliseconds an answer is fresh, as it says (RFC 9111), within the site's limits. */
export function freshFor(
  headers: Readonly<Record<string, string>>,
  response: Response,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const { authorization: _, ...asked } = headers;
  const policy = new CachePolicy(
    { headers: asked },
    { status: response.status, headers: Object.fromEntries(response.headers) },
    { cacheHeuristic: 0 },
  );
  return Math.min(most, Math.max(least, policy.storable() ? policy.timeToLive() : 0));
}
