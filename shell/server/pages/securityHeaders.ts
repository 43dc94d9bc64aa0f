import { embedOrigins } from '@site/shared/site/embeds.ts';
import type { Document } from './document.ts';

/** Headers of every answer that is a document. */
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

/** What a document may do that is none of the site's pages, such as a file opened by itself: nothing. */
const nothingAllowed: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');

/** Powers of browsers that no page of the site uses, nor any embed. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer over http; a page's own policy takes the place of the one that allows nothing. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyOf(nothingAllowed),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** What an answer over https adds. Other hosts of the same domain are not the site's to decide on. */
export const strictTransport = { 'strict-transport-security': `max-age=${2 * 365 * 24 * 60 * 60}` };

/**
 * Headers of every answer.
 *
 * @param isHttps whether visitors come over https, be it to a proxy in front of the server
 */
export const answerHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? httpsHeaders : commonHeaders;

const httpsHeaders = { ...commonHeaders, ...strictTransport };

/** Names of all the headers above: a host of exported pages sends the same. */
export const securityHeaders: readonly string[] = [
  ...new Set([
    ...Object.keys(httpsHeaders),
    ...Object.keys(documentHeaders({ scriptHashes: [], styleHashes: [], origins: [] })),
  ]),
];
