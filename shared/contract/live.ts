/** Where a tab that misses files asks which releases are live. */
export const liveReleasesPath = '/live.json';

/** The live release of each remote. */
export type LiveReleases = Readonly<Record<string, string>>;
