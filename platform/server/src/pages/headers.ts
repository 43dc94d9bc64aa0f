import { embedOrigins } from '@site/company/brand.ts';
import { limits as httpLimits } from '@site/node/limits.ts';
import { nothingAllowed, policyOf, secureHeaders } from '@site/node/secureHeaders.ts';
import type { Document } from '@site/renderer/documents/document.ts';
import { serverLimits } from '../limits.ts';

/** Shared caches may keep a page for some seconds, and serve it stale while they revalidate it or while the site fails. */
export const sharedCaching = `public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=${serverLimits.stale.age / 1000}`;

/** Keeps a response out of every cache. */
export const noStore = { 'cache-control': 'no-store' };

/** Keeps a page out of search engines. */
export const noIndex = { 'x-robots-tag': 'noindex' };

/** Keeps a page out of shared caches while visitors get different pages: only the site knows who gets which. */
export const forOneVisitor = { 'cache-control': 'private, no-cache' };

/**
 * Headers of an isolated remote's pages: such a page and the site's other pages get no reference to each other when one opens
 * the other in a window. Browsers that don't know the value use `unsafe-none`, which doesn't match the other pages'
 * `same-origin` either.
 */
export const withoutOpeners = { 'cross-origin-opener-policy': 'noopener-allow-popups' };

/** What only a CDN reads: how long it keeps a page, and what the page was made of. */
export const cdnHeaders = ['surrogate-control', 'surrogate-key', 'cdn-cache-control', 'cache-tag'] as const;

/** When to come back after a failure that may pass. */
export const retryAfter = { 'retry-after': String(httpLimits.overloadRetry) };

/** Headers of every document, besides those that all responses have. */
export function documentHeaders({
  scriptHashes,
  styleHashes,
  origins,
}: Omit<Document, 'html'>): Record<string, string> {
  const allowed = ["'self'", ...origins].join(' ');
  return {
    'content-security-policy': policyOf({
      ...nothingAllowed,
      'script-src': [allowed, ...scriptHashes].join(' '),
      'style-src': [allowed, ...styleHashes].join(' '),
      'img-src': `${allowed} data:`,
      'font-src': allowed,
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'frame-src': embedOrigins.join(' '),
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    }),
    // Blocks scripts without integrity metadata. (Browsers don't support 'style' here yet.)
    'integrity-policy': 'blocked-destinations=(script)',
  };
}

/** Names of all security headers: a host of exported pages has to send the same. */
export const securityHeaders: readonly string[] = [
  ...new Set([
    ...Object.keys(secureHeaders(true)),
    ...Object.keys(documentHeaders({ scriptHashes: [], styleHashes: [], origins: [] })),
  ]),
];
