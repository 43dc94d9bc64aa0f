import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from '@rstest/core';

/** Answers a request of a test's site. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A complete page in a language. */
export const page = (language: string): Answer => send(200, `<!doctype html><html lang="${language}"><p>Home</html>\n`);

/** Sends a whole answer. */
export const send =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

const wellDone: Readonly<Record<string, Answer>> = {
  '/en': page('en'),
  '/fr': page('fr'),
  '/es': page('es'),
  '/en/atom.xml': send(200, '<feed></feed>'),
  '/fr/atom.xml': send(200, '<feed></feed>'),
  '/es/atom.xml': send(200, '<feed></feed>'),
  '/api/v1/contact': send(200, '{"probe":"This message could have been stored."}'),
};

/** A request that a test's site has had. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A site that works, but for some of its addresses. It is stopped at the end of the test. */
export async function startFakeSite(
  differences: Readonly<Record<string, Answer>> = {},
): Promise<{ readonly origin: string; readonly seen: readonly SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const path = request.url ?? '';
    seen.push({ path, headers: request.headers, body });
    (differences[path] ?? wellDone[path] ?? send(404))(response, request);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
