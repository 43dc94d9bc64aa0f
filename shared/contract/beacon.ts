/** Where browsers send reports about a visit: numbers without a name, an address or an identifier. */
export const beaconPath = '/beacon';

/** A report of a browser. */
export interface Beacon {
  /** The visit's Web Vitals: LCP and INP in milliseconds. @see https://web.dev/articles/vitals */
  readonly vitals?:
    | { readonly lcp?: number | undefined; readonly inp?: number | undefined; readonly cls?: number | undefined }
    | undefined;
  /** The page that the visit began with: its remote and release. They account for most of the LCP. */
  readonly page?: { readonly remote: string; readonly release: string } | undefined;
  /**
   * A remote that didn't load or threw, its release, and where in the site's own scripts it failed, such as
   * `/assets/blog/1a2b3c4d5e6f/page-list.js:1:234`.
   */
  readonly failure?:
    | { readonly remote: string; readonly release: string; readonly at?: readonly string[] | undefined }
    | undefined;
}
