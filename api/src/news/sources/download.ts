import { Agent, fetch, type Response } from 'undici';
import { limits } from '../../limits.ts';
import { assertPublicHost, isOwnName, publicOnly, type Resolve } from './publicAddress.ts';

/** What an address holds. */
export interface Download {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Where it was in the end, after redirects. */
  readonly address: string;
}

/** What downloads differ in, for tests. */
interface DownloadOptions {
  readonly most?: Readonly<Record<keyof typeof limits.download, number>>;
  readonly resolve?: Resolve;
}

/** Types that feeds are served with; a web page or a picture is refused before it is read. */
const feedType = /^(?:[\w.-]+\/(?:[\w.-]+\+)?(?:xml|json)|application\/octet-stream|text\/plain)?\s*(?:;|$)/i;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Gets what is at an http(s) address, within the limits of size, time and redirects. A publisher leads to public addresses
 * alone; an owner may name one of the own network, and is led no further there than to other pages of the same origin.
 *
 * @throws {Error} whose message says what was wrong
 */
export async function download(
  address: string,
  { most = limits.download, resolve }: DownloadOptions = {},
): Promise<Download> {
  const signal = AbortSignal.timeout(most.time);
  const agents = { open: publicOnly(resolve), own: new Agent() };
  try {
    const response = await follow(address, most.redirects, signal, agents);
    const contentType = response.headers.get('content-type') ?? '';
    if (!feedType.test(contentType)) {
      await response.body?.cancel();
      throw new Error(`it is of the type ${contentType}, not a feed: look for the address of the feed itself`);
    }
    return { bytes: await bytesOf(response, most.bytes), contentType, address: response.url };
  } catch (error) {
    if (signal.aborted) throw new Error(`it took longer than ${most.time / 1000} s`);
    // `fetch failed` alone helps nobody: the cause has the name that wasn't found, or the refused connection.
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  } finally {
    await Promise.all([agents.open.destroy(), agents.own.destroy()]);
  }
}

async function follow(
  start: string,
  redirects: number,
  signal: AbortSignal,
  agents: Readonly<Record<'open' | 'own', Agent>>,
): Promise<Response> {
  const named = new URL(start);
  let address = start;
  for (let hops = 0; hops <= redirects; hops += 1) {
    const url = new URL(address);
    const isOwn = isOwnName(named) && url.origin === named.origin;
    if (!isOwn) assertPublicHost(url);
    const dispatcher = isOwn ? agents.own : agents.open;
    const response = await fetch(url, { redirect: 'manual', signal, headers: requestHeaders, dispatcher });
    const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
    if (response.ok) return response;
    await response.body?.cancel();
    if (location === null) throw new Error(`it was answered with status ${response.status}`);
    address = nextAddress(location, address);
  }
  throw new Error(`it leads through more than ${redirects} redirects`);
}

const requestHeaders = {
  accept:
    'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, */*;q=0.1',
  'user-agent': 'news-import',
};

function nextAddress(location: string, from: string): string {
  const url = URL.parse(location, from);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('it is redirected to something that is no http(s) address');
  if (url.protocol === 'http:' && from.startsWith('https:')) throw new Error('it is redirected from https to http');
  return url.href;
}

/** Counts what arrives, unpacked: neither a wrong `Content-Length` nor a compressed flood fills the memory. */
async function bytesOf(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error(`it is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
