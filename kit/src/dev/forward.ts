import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Headers that are of a connection, or of a body that is changed or decoded on its way. */
const dropped = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  // Files that change while a team works on them promise nothing.
  'integrity-policy',
  'if-none-match',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
];

const isKept = ([name]: [string, unknown]): boolean => !dropped.includes(name);

/** Asks the site for what a browser has asked of this server. */
export async function askSite(site: string, request: IncomingMessage, path = request.url ?? '/'): Promise<Response> {
  const headers = new Headers(Object.entries(request.headers).filter(isKept) as [string, string][]);
  // The site refuses forms that seem to come from elsewhere.
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

/** Sends what the site has answered, with another body where one is given. */
export async function sendOn(site: string, answer: Response, response: ServerResponse, body?: string): Promise<void> {
  for (const [name, value] of [...answer.headers].filter(isKept)) response.appendHeader(name, value);
  const location = answer.headers.get('location');
  if (location?.startsWith(site)) response.setHeader('location', location.slice(site.length) || '/');
  response.statusCode = answer.status;
  if (body !== undefined) response.end(body);
  else if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  else response.end();
}
