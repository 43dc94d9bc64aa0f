import { type Dispatcher, fetch, type Response } from 'undici';
import { limits } from '../../limits.ts';
import { assertPublicHost, assertPublicName, isOwnName, ownAgent, publicAgent, type Resolve } from './publicAddress.ts';

/** The content of a URL. */
export interface Download {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The URL after redirects. */
  readonly url: string;
}

/** Options for tests. */
interface DownloadOptions {
  readonly max?: Readonly<Record<keyof typeof limits.download, number>>;
  readonly resolve?: Resolve;
}

/** Content types that feeds are served with. Web pages and pictures are refused before their body is read. */
const feedType = /^(?:[\w.-]+\/(?:[\w.-]+\+)?(?:xml|json)|application\/octet-stream|text\/plain)?\s*(?:;|$)/i;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const requestHeaders = {
  accept:
    'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, */*;q=0.1',
  'user-agent': 'news-import',
};

/**
 * Downloads an http(s) URL within the limits of size, time and redirects. A publisher's URL and its redirects may only lead
 * to public addresses. The owner may name a host of their own network, whose redirects must stay on the same origin or lead
 * to public addresses.
 *
 * @throws {Error} whose message says what was wrong
 */
export async function download(
  start: string,
  { max = limits.download, resolve }: DownloadOptions = {},
): Promise<Download> {
  const signal = AbortSignal.timeout(max.time);
  const agents = { open: publicAgent(resolve), own: ownAgent() };
  try {
    const response = await followRedirects(start, max.redirects, signal, { agents, resolve });
    const contentType = response.headers.get('content-type') ?? '';
    if (!feedType.test(contentType)) {
      await response.body?.cancel();
      throw new Error(`its type is ${contentType}, not a feed’s: look for the address of the feed itself`);
    }
    return { bytes: await readBody(response, max.bytes), contentType, url: response.url };
  } catch (error) {
    if (signal.aborted) throw new Error(`it took longer than ${max.time / 1000} s`);
    // `fetch failed` alone says nothing. Its cause names the host that wasn't found, or the proxy that refused.
    throw error instanceof TypeError ? deepestCause(error) : error;
  } finally {
    await Promise.all([agents.open.destroy(), agents.own.destroy()]);
  }
}

const deepestCause = (error: Error): Error => (error.cause instanceof Error ? deepestCause(error.cause) : error);

type Agents = Readonly<Record<'open' | 'own', Dispatcher>>;

async function followRedirects(
  start: string,
  maxRedirects: number,
  signal: AbortSignal,
  { agents, resolve }: { readonly agents: Agents; readonly resolve: Resolve | undefined },
): Promise<Response> {
  const named = new URL(start);
  let url = named;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const isOwn = isOwnName(named) && url.origin === named.origin;
    if (!isOwn) await assertPublic(url, resolve);
    const dispatcher = isOwn ? agents.own : agents.open;
    const response = await fetch(url, { redirect: 'manual', signal, headers: requestHeaders, dispatcher });
    if (response.ok) return response;
    await response.body?.cancel();
    const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
    if (location === null) throw new Error(`it was answered with status ${response.status}`);
    url = redirectTarget(location, url);
  }
  throw new Error(`it leads through more than ${maxRedirects} redirects`);
}

async function assertPublic(url: URL, resolve: Resolve | undefined): Promise<void> {
  assertPublicHost(url);
  await assertPublicName(url, resolve);
}

function redirectTarget(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('it is redirected to something that isn’t an http(s) address');
  if (url.protocol === 'http:' && from.protocol === 'https:') throw new Error('it is redirected from https to http');
  return url;
}

/** Reads a body up to a number of unpacked bytes: neither a wrong `Content-Length` nor a zip bomb fills the memory. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
