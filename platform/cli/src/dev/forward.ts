import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Headers that belong to the connection, or to a body that is decoded or changed here. */
const dropped = [
  // Bodies that differ from a dictionary aren't decoded here.
  'available-dictionary',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  // Files under development change: they have no integrity.
  'integrity-policy',
  'if-none-match',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'use-as-dictionary',
];

const isKept = ([name]: [string, unknown]): boolean => !dropped.includes(name);

/** Forwards a browser's request to the site. */
export async function forwardRequest(
  site: string,
  request: IncomingMessage,
  path = request.url ?? '/',
): Promise<Response> {
  const headers = new Headers(Object.entries(request.headers).filter(isKept) as [string, string][]);
  // The site refuses forms from other origins.
  if (headers.has('origin')) headers.set('origin', site);
  headers.delete('referer');
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? (Readable.toWeb(request) as BodyInit) : null;
  return await fetch(site + path, {
    method: request.method ?? 'GET',
    headers,
    body,
    redirect: 'manual',
    ...(hasBody && { duplex: 'half' }),
  });
}

/** Sends the site's response to the browser, with another body if one is given. */
export async function sendResponse(
  site: string,
  answer: Response,
  response: ServerResponse,
  body?: string,
): Promise<void> {
  for (const [name, value] of [...answer.headers].filter(isKept)) response.appendHeader(name, value);
  const location = answer.headers.get('location');
  if (location?.startsWith(site)) response.setHeader('location', location.slice(site.length) || '/');
  response.statusCode = answer.status;
  if (body !== undefined) response.end(body);
  else if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  else response.end();
}
