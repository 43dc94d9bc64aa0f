import { nothingAllowed, policyOf, secureHeaders } from '@site/http/secureHeaders.ts';
import { embedOrigins } from '@site/shared/site.ts';
import type { Document } from './document.ts';

/** Headers of every answer that is a document, besides those of all answers. */
export function documentHeaders({
  scriptHashes,
  styleHashes,
  origins,
}: Omit<Document, 'html'>): Record<string, string> {
  const own = ["'self'", ...origins].join(' ');
  return {
    'content-security-policy': policyOf({
      ...nothingAllowed,
      'script-src': [own, ...scriptHashes].join(' '),
      'style-src': [own, ...styleHashes].join(' '),
      'img-src': `${own} data:`,
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'frame-src': embedOrigins.join(' '),
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    }),
    // A script without a promise of its content is not loaded at all, whoever asks for it. (Browsers know no 'style' here yet.)
    'integrity-policy': 'blocked-destinations=(script)',
  };
}

/** Names of all headers that defend visitors: a host of exported pages sends the same. */
export const securityHeaders: readonly string[] = [
  ...new Set([
    ...Object.keys(secureHeaders(true)),
    ...Object.keys(documentHeaders({ scriptHashes: [], styleHashes: [], origins: [] })),
  ]),
];
