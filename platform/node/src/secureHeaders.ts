/** The policy of a response that isn't a page, such as a file opened directly: it may do nothing. */
export const nothingAllowed: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Formats a Content-Security-Policy. */
export const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');

/** Browser features that neither the site's pages nor their embeds use. */
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

/** The security headers of every response. Pages replace the policy with their own. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyOf(nothingAllowed),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** The additional header of responses over https. It doesn't include subdomains, which may belong to others. */
export const strictTransport: Readonly<Record<string, string>> = {
  'strict-transport-security': `max-age=${2 * 365 * 24 * 60 * 60}`,
};

const httpsHeaders = { ...commonHeaders, ...strictTransport };

/**
 * The security headers of a response.
 *
 * @param isHttps whether the visitor uses https, if only to a proxy in front of the server
 */
export const secureHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? httpsHeaders : commonHeaders;

/** Whether the site's public origin is https, so that all visitors use https. */
export const isHttpsOrigin = (siteOrigin: string | undefined): boolean => siteOrigin?.startsWith('https:') ?? false;
