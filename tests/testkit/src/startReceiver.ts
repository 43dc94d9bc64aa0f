import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTestEnd } from './cleanUp.ts';

/** A request as a receiver got it. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real receiver of webhooks on this machine. */
export interface Receiver {
  readonly origin: string;
  readonly posts: readonly ReceivedPost[];
  /** Answers the next requests in another way than with `200 ok`. */
  answerWith(answer: (response: ServerResponse, post: ReceivedPost) => void): void;
  stop(): void;
}

/** Starts a receiver. A unit test stops it at its end. */
export async function startReceiver(): Promise<Receiver> {
  const posts: ReceivedPost[] = [];
  let answer = (response: ServerResponse, _post: ReceivedPost): unknown => response.end('ok');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const post = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    posts.push(post);
    answer(response, post);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  atTestEnd(stop);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    answerWith: (next) => {
      answer = next;
    },
    stop,
  };
}
