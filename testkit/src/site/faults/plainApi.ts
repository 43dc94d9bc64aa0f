import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An answer of a strange API. `hang` never ends. */
export type PlainAnswer = { readonly status?: number; readonly type?: string; readonly body: string } | 'hang';

/** Somebody else's API: it knows the three calls of the specification and nothing else. */
export interface PlainApi {
  /** For `API_ORIGIN`. */
  readonly origin: string;
  /** What it answers from now on. */
  readonly answers: { list: PlainAnswer; article: PlainAnswer; contact: PlainAnswer };
  /** The messages that it got, with the header that protects them, if it came. */
  readonly messages: { readonly body: unknown; readonly token: string | undefined }[];
  readonly stop: () => void;
}

/** An answer in JSON. */
export const json = (content: unknown, status = 200): PlainAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(content),
});

/** Starts such an API, without news. */
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
