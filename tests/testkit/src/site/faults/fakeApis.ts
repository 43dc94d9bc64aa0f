import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { probePaths } from '@site/node/probes.ts';

/** A response of a plain API; `hang` means none. */
export type PlainAnswer = { readonly status?: number; readonly type?: string; readonly body: string } | 'hang';

/** A third party's API that has only the three calls of the specification. */
export interface PlainApi {
  /** For `API_ORIGIN`. */
  readonly origin: string;
  /** Its responses; they can be replaced. */
  readonly answers: { list: PlainAnswer; article: PlainAnswer; contact: PlainAnswer };
  /** The received messages, with their XSRF header, if there was one. */
  readonly messages: { readonly body: unknown; readonly token: string | undefined }[];
  readonly stop: () => void;
}

/** A JSON response. */
export const json = (content: unknown, status = 200): PlainAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(content),
});

/** Starts a plain API without news. */
export async function startPlainApi(): Promise<PlainApi> {
  const answers: PlainApi['answers'] = {
    list: json({ news: [] }),
    article: json({ message: 'Not found' }, 404),
    contact: json({ success: true }),
  };
  const messages: PlainApi['messages'] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://api').pathname;
    if (request.method === 'POST' && path === '/api/v1/contact') {
      const body: unknown = JSON.parse(await text(request));
      messages.push({ body, token: request.headers['x-xsrf-token']?.toString() });
      give(response, answers.contact);
    } else if (/^\/api\/v1\/blog\/\w\w$/.test(path)) give(response, answers.list);
    else if (/^\/api\/v1\/blog\/\w\w\/r\/[^/]+$/.test(path)) give(response, answers.article);
    else give(response, { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, answers, messages, stop };
}

function give(response: ServerResponse, answer: PlainAnswer): void {
  if (answer === 'hang') return;
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'text/html' }).end(answer.body);
}

/** An API without news that keeps requests waiting. */
export interface HeldApi {
  /** For `API_ORIGIN`. */
  readonly origin: string;
  /** Resolves on the first request of a visitor. */
  readonly asked: Promise<void>;
  /** How many of them it has received. */
  readonly waiting: () => number;
  /** Responds to waiting and later requests. */
  readonly release: () => void;
  readonly stop: () => void;
}

/** Starts an API that keeps requests waiting. */
export async function startHeldApi(): Promise<HeldApi> {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  const server = createServer(async ({ url = '' }, response) => {
    // Servers ask by themselves how it is.
    if (url !== probePaths.ready) {
      calls += 1;
      onAsked();
    }
    await released;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"news":[]}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, asked, waiting: () => calls, release, stop: () => void server.close() };
}
