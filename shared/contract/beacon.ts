/** Where browsers report how a visit went: numbers without a name, an address or an identifier. */
export const beaconPath = '/beacon';

/** A report of a browser. */
export interface Beacon {
  /** The visit's Web Vitals: LCP and INP in milliseconds. @see https://web.dev/articles/vitals */
  readonly vitals?:
    | { readonly lcp?: number | undefined; readonly inp?: number | undefined; readonly cls?: number | undefined }
    | undefined;
  /** A remote that could not be loaded, and the release that was asked for. */
  readonly failure?: { readonly remote: string; readonly release: string } | undefined;
}
