import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

/** An answer with the time that it took, in milliseconds. */
export interface TimedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Connections that stay open, as browsers and proxies keep theirs. */
export const keptConnections = (): Agent => new Agent({ keepAlive: true, maxFreeSockets: 64 });

/** What a request is made with. */
export interface RequestOptions {
  readonly agent: Agent;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** The address of this machine that the request comes from. */
  readonly localAddress?: string;
}

const patience = 15_000;

/**
 * Makes a request and reads the whole answer. Nothing is tried twice.
 *
 * @throws {Error} when there is no answer, or not all of it
 */
export async function timedRequest(url: string, { body, ...options }: RequestOptions): Promise<TimedAnswer> {
  const start = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<TimedAnswer>();
  const asked = request(url, { ...options, signal: AbortSignal.timeout(patience) }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, body: Buffer.concat(chunks), milliseconds: performance.now() - start });
    });
  });
  asked.on('error', reject);
  asked.end(body);
  return await promise;
}
