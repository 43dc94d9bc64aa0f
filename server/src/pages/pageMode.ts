import type { Release, ReleaseSet, ReleaseSource } from '@site/releases/Release.ts';

/** A special way to see a page, asked for in its query. Such pages are for colleagues: not indexed, never cached. */
export interface PageMode {
  /** `?preview=blog@VERSION`: a version that need not be live; null when there is no such version. */
  readonly preview?: { readonly app: string; readonly release: Release | null };
  /** `?boundaries`: shows which part of the page comes from which remote. */
  readonly boundaries: boolean;
}

/** Whether a query may ask for a mode; cheap, for requests that are answered from memory. */
export const mayAskForMode = (query: string): boolean => /[?&](?:preview|boundaries)\b/.test(query);

/** The mode that a query asks for, if any. */
export async function readMode(query: string, releases: ReleaseSource): Promise<PageMode | undefined> {
  if (!mayAskForMode(query)) return undefined;
  const asked = new URLSearchParams(query);
  const boundaries = asked.has('boundaries');
  const preview = asked.get('preview');
  if (preview === null) return boundaries ? { boundaries } : undefined;
  const [app = '', version = ''] = preview.split('@');
  return { boundaries, preview: { app, release: (await releases.find(app, version)) ?? null } };
}

/** The live releases, with the previewed version in the place of its remote's. */
export function withPreview(live: ReleaseSet, mode: PageMode | undefined): ReleaseSet {
  if (!mode?.preview) return live;
  const { app, release } = mode.preview;
  const gone = release ? live.gone.filter((name) => name !== app) : live.gone;
  return { ...live, remotes: new Map(live.remotes).set(app, release ? [release] : []), gone };
}
