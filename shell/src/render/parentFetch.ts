import { send } from './channel.ts';
import type { FetchedResponse } from './messages.ts';

const waiting = new Map<number, (response: FetchedResponse) => void>();
let lastId = 0;

/** A job's `fetch`: the renderer has no network, so the site server makes the call, and only to the API. */
export const parentFetch =
  (job: number): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    request.signal.throwIfAborted();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<FetchedResponse>();
    waiting.set(id, resolve);
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    send({
      type: 'fetch',
      id,
      request: { job, path: pathname + search, method: request.method, headers, ...(body !== '' && { body }) },
    });
    try {
      const { status, headers: responseHeaders, body: text } = await promise;
      if (status === 0) throw new TypeError('The API gave no answer.');
      return new Response(text === '' ? null : text, { status, headers: responseHeaders });
    } finally {
      waiting.delete(id);
    }
  };

/** Resolves a pending call with its response. */
export function completeFetch(id: number, response: FetchedResponse): void {
  waiting.get(id)?.(response);
}
