import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Reads the origin of a site from its address. */
export function siteAddress(text: string): string {
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new InvalidArgumentError('It must be the address of a site, such as https://www.example.com.');
}
