import { createHash } from 'node:crypto';
import type { Document } from './document.ts';
import { compressed, type Encoding } from './encodings.ts';
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

const maxPages = 500;

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
  if (encoding === 'identity') return bodies.identity;
  bodies[encoding] ??= compressed(bodies.identity, encoding);
  return bodies[encoding];
}
