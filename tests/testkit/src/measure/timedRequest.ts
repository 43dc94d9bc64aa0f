import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

/** A response and the time that it took, in milliseconds. */
export interface TimedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Keep-alive connections, as browsers and proxies have them. */
export const keepAliveAgent = (): Agent => new Agent({ keepAlive: true, maxFreeSockets: 64 });

/** How to make a request. */
export interface RequestOptions {
  readonly agent: Agent;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** The local address that the request comes from. */
  readonly localAddress?: string;
}

const timeout = 15_000;

/**
 * Makes a request and reads the whole response, without retries.
 *
 * @throws {Error} when the response is missing or incomplete
 */
export async function timedRequest(url: string, { body, ...options }: RequestOptions): Promise<TimedResponse> {
  const start = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>();
  const sent = request(url, { ...options, signal: AbortSignal.timeout(timeout) }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, body: Buffer.concat(chunks), milliseconds: performance.now() - start });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}
