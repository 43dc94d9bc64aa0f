import { embedOrigins } from '@site/shared/site/embeds.ts';
import type { Document } from './document.ts';

/** Headers of every answer that is a document. */
export function documentHeaders({
  scriptHashes,
  styleHashes,
  origins,
}: Omit<Document, 'html'>): Record<string, string> {
  const own = ["'self'", ...origins].join(' ');
  const policy = {
    'default-src': "'none'",
    'script-src': [own, ...scriptHashes].join(' '),
    'style-src': [own, ...styleHashes].join(' '),
    'img-src': `${own} data:`,
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': embedOrigins.join(' '),
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, value]) => `${directive} ${value}`)
      .join('; '),
  };
}

/** Headers of every answer. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
