import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Document } from './document.ts';
import { documentHeaders } from './securityHeaders.ts';

/** A document in every form in which it is sent. */
export interface CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: { readonly identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** State of releases and news that the page was rendered from. */
  readonly state: string;
}

/** How a body is sent. */
export type Encoding = keyof CachedPage['bodies'];

const maxPages = 500;
const brotliQuality = 5;

/** Rendered pages by absolute address, the most recently used ones. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();

  /** A page that was rendered from the given state, if there is one. */
  get(url: string, state: string): CachedPage | undefined {
    const page = this.#pages.get(url);
    if (page?.state !== state) return undefined;
    this.#pages.delete(url);
    this.#pages.set(url, page);
    return page;
  }

  /** Keeps a page, in the place of the one used longest ago when there are too many. */
  set(url: string, page: CachedPage): void {
    this.#pages.delete(url);
    this.#pages.set(url, page);
    if (this.#pages.size <= maxPages) return;
    const oldest = this.#pages.keys().next().value;
    if (oldest !== undefined) this.#pages.delete(oldest);
  }
}

/** Makes a document ready to be sent. */
export function toPage(document: Document, status: number, state: string): CachedPage {
  const identity = Buffer.from(document.html);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, headers: documentHeaders(document), etag, bodies: { identity }, state };
}

/** The body in an encoding; compressed once, when it is first asked for. */
export function bodyOf({ bodies }: CachedPage, encoding: Encoding): Buffer {
  if (encoding === 'br') {
    bodies.br ??= brotliCompressSync(bodies.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
    return bodies.br;
  }
  if (encoding === 'gzip') {
    bodies.gzip ??= gzipSync(bodies.identity);
    return bodies.gzip;
  }
  return bodies.identity;
}

/** The best encoding that a request accepts. */
export function encodingOf(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').map((part) => part.trim());
  const accepts = (name: string) =>
    accepted.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(part));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
