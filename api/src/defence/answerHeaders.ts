/** What a document may do that is none of the site's pages, such as a file opened by itself: nothing. */
export const nothingAllowed: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Writes a Content-Security-Policy. */
export const policyOf = (directives: Readonly<Record<string, string>>): string =>
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
export const strictTransport: Readonly<Record<string, string>> = {
  'strict-transport-security': `max-age=${2 * 365 * 24 * 60 * 60}`,
};

const httpsHeaders = { ...commonHeaders, ...strictTransport };

/**
 * Headers of every answer.
 *
 * @param isHttps whether visitors come over https, be it to a proxy in front of the server
 */
export const answerHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? httpsHeaders : commonHeaders;

/** Whether the site is known to be visited over https, whatever a request says. */
export const isHttpsOrigin = (siteOrigin: string | undefined): boolean => siteOrigin?.startsWith('https:') ?? false;
