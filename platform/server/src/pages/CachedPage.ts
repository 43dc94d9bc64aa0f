import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { etagOf, etagOfHash, isNotModified } from '@site/node/conditionalGet.ts';
import { commonHeaders } from '@site/node/secureHeaders.ts';
import type { Document } from '@site/renderer/documents/document.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';
import { compressed, compressInBackground, type Encoding, encodingOf } from './encodings.ts';
import { documentHeaders, sharedCaching } from './headers.ts';

type HeaderValues = Readonly<Record<string, string>>;

/** A response to a request for a page. */
export interface PageResponse {
  readonly status: number;
  /** Every header except those that all responses have. */
  readonly headers: HeaderValues;
  /** All headers, alternating names and values: the form that Node writes fastest. */
  readonly rawHeaders: string[];
  readonly body: Buffer | undefined;
}

/** A page in one encoding. */
interface EncodedPage {
  /** Its ETag, and those of earlier compressions of the same document. */
  readonly etags: readonly string[];
  readonly full: PageResponse;
  readonly notModified: PageResponse;
}

/** What a page was made of. */
export interface PageMaking {
  /** The remotes whose fragments are in it; absent without any. */
  readonly filledBy?: readonly string[];
  /** The releases whose HTML is in it, the shell first. */
  readonly releases?: readonly string[];
}

/** A document in every encoding it is sent in, each made on first use. */
export interface CachedPage {
  readonly status: number;
  readonly headers: HeaderValues;
  readonly html: Buffer;
  /** What is known of its rendering; empty when another process rendered it. */
  readonly made: PageMaking;
  /** The SHA-256 of the document, in base64: computed when it is first asked for. */
  readonly hash: string;
  readonly encoded: Map<Encoding, EncodedPage>;
  /** The encodings that are being made. */
  readonly compressing: Map<Encoding, Promise<void>>;
}

/** The forms in which a page may be in memory: plain, gzip and Brotli. */
const forms = 3;

/**
 * The most bytes that a page takes in memory. It is compressed on request and again later, when the cache no longer measures
 * it. So each form counts from the start with the size of the document, plus the little that incompressible content grows by.
 */
export const mostBytesOf = ({ html, headers }: Pick<CachedPage, 'html' | 'headers'>): number =>
  forms * (html.length + Object.entries(headers).join().length + 1_024 + Math.ceil(html.length / 1_000));

/** Makes a page from a document; the given headers override those that every page has. */
export function toPage(
  document: Document,
  status: number,
  headers: HeaderValues = {},
  made: PageMaking = {},
): CachedPage {
  const pageHeaders = {
    ...documentHeaders(document),
    vary: 'accept-encoding, accept-language',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? sharedCaching : 'no-cache',
  };
  return makePage(status, { ...pageHeaders, ...headers }, document.html, made);
}

/** Makes a page from its document as it is sent, with the headers of every encoding. */
export function makePage(status: number, headers: HeaderValues, html: Buffer, made: PageMaking = {}): CachedPage {
  let known: string | undefined;
  return {
    status,
    headers,
    html,
    made,
    get hash() {
      known ??= hash('sha256', html, 'base64');
      return known;
    },
    encoded: new Map(),
    compressing: new Map(),
  };
}

/** Whether a page was rendered again as it was: when something changes, such as the news, most pages are. */
export const isSamePage = (page: CachedPage, other: CachedPage): boolean =>
  page.status === other.status && page.html.equals(other.html) && isDeepStrictEqual(page.headers, other.headers);

/**
 * Compresses a page for a request in a background thread: it takes as long as everything else that the server does for a
 * rendered page. `responseOf` compresses at once what isn't compressed yet.
 */
export async function compressFor({ headers }: Pick<IncomingMessage, 'headers'>, page: CachedPage): Promise<void> {
  const encoding = encodingOf(headers['accept-encoding']);
  if (encoding === 'identity' || page.encoded.has(encoding)) return;
  const known = page.compressing.get(encoding);
  if (known) return await known;
  const compressing = compressInBackground(page.html, encoding).then((body) => {
    // It may have been compressed better meanwhile.
    if (!page.encoded.has(encoding)) setEncoded(page, encoding, body);
  });
  page.compressing.set(encoding, compressing);
  await compressing.finally(() => page.compressing.delete(encoding));
}

/** The releases whose HTML is in a page, as traces name them; undefined if unknown. */
export const releasesIn = ({ made }: CachedPage): string | undefined => made.releases?.join(' ');

/** Sends a page in the best encoding that the browser accepts, or 304 when the browser has it. */
export function sendPage(
  { headers: asked, span }: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): FastifyReply {
  span?.set({ 'site.releases': releasesIn(page) });
  const encoding = encodingOf(asked['accept-encoding']);
  const { status, headers, body } = responseOf(page, encoding, asked['if-none-match']);
  return reply.code(status).headers(headers).send(body);
}

/** The response in an encoding; 304 when `If-None-Match` names the page. */
export function responseOf(page: CachedPage, encoding: Encoding, ifNoneMatch: string | undefined): PageResponse {
  const { etags, full, notModified } =
    page.encoded.get(encoding) ?? setEncoded(page, encoding, compressed(page.html, encoding));
  if (!ifNoneMatch || page.status !== 200) return full;
  return isNotModified(ifNoneMatch, ...etags, etagOfHash(page.hash)) ? notModified : full;
}

/** Sets the compressed body of a page. ETags of earlier bodies stay valid: the document is the same. */
function setEncoded(page: CachedPage, encoding: Encoding, body: Buffer): EncodedPage {
  const etag = etagOf(body);
  const contentEncoding = encoding !== 'identity' && { 'content-encoding': encoding };
  const encoded = {
    etags: [etag, ...(page.encoded.get(encoding)?.etags ?? [])],
    full: responseIn(page, { etag, ...contentEncoding }, body),
    notModified: responseIn(page, { etag }, undefined),
  };
  page.encoded.set(encoding, encoded);
  return encoded;
}

/** A response with a page in some encoding; 304 without a body. */
export function responseIn(page: CachedPage, ofBody: HeaderValues, body: Buffer | undefined): PageResponse {
  const headers = { ...page.headers, ...ofBody, ...(body && { 'content-length': String(body.length) }) };
  const rawHeaders = Object.entries({ ...commonHeaders, ...headers }).flat();
  return { status: body ? page.status : 304, headers, rawHeaders, body };
}

const toBrotli = promisify(brotliCompress);

let lastRecompression = Promise.resolve();

/**
 * Compresses a page with the highest quality once it has been cached for a while: about a tenth smaller than the version made
 * while a visitor waits. Pages are compressed one at a time, in a background thread.
 *
 * @param isCached whether the page is still what visitors get
 */
export function recompressWhenIdle(page: CachedPage, isCached: () => boolean): void {
  const begin = () => {
    lastRecompression = lastRecompression.then(() => (isCached() ? recompress(page) : undefined));
  };
  setTimeout(begin, serverLimits.pageRecompression).unref();
}

/** Compresses a page with the highest quality. */
export async function recompress(page: CachedPage): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.html.length,
  };
  setEncoded(page, 'br', await toBrotli(page.html, { params }));
}
