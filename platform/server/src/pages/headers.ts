import { limits as httpLimits } from '@site/http/limits.ts';
import { nothingAllowed, policyOf, secureHeaders } from '@site/http/secureHeaders.ts';
import type { Document } from '@site/renderer/documents/document.ts';
import { embedOrigins } from '@site/shared/site.ts';
import { serverLimits } from '../limits.ts';

/** Shared caches may keep a page for some seconds, and serve it stale while they revalidate it or while the site fails. */
export const sharedCaching = `public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=${serverLimits.stale.age / 1000}`;

/** Keeps a response out of every cache. */
export const noStore = { 'cache-control': 'no-store' };

/** Keeps a page out of shared caches while some visitors get another one: only the site knows which. */
export const forOneVisitor = { 'cache-control': 'private, no-cache' };

/**
 * Headers of pages of isolated remotes: windows that they open of the site's other pages, or that those open of them, have no
 * reference to each other. Browsers that don't know the value take it as `unsafe-none`, which other pages' `same-origin` doesn't match
 * either.
 */
export const withoutOpeners = { 'cross-origin-opener-policy': 'noopener-allow-popups' };

/**
 * The status of what this server can't answer though another one may: it starts, or can't render what it should show. A proxy takes it
 * as it takes no answer at all, and asks the next server. 503 is for what every server would say, such as that there is too much to do:
 * passed on, it would burden the next one as well.
 */
export const notHere = 502;

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
      'font-src': "'self'",
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
