import { type ReleaseSet, type ReleaseSource, routesOf } from '@site/releases/Release.ts';
import type { PreviewMode } from '@site/renderer/documents/previewParts.ts';
import type { Development } from '../development.ts';
import type { Settings } from '../settings.ts';
import { previewSecret, readPreview } from './previewLinks.ts';

/** Whether a query may ask for a preview: a cheap check for requests that are served from the cache. */
export const mayAskForPreview = (query: string): boolean => /[?&](?:preview|boundaries)\b/.test(query);

/** What previews are read from. */
export interface PreviewSource {
  readonly releases: Pick<ReleaseSource, 'find'>;
  readonly settings: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>;
  readonly development: Pick<Development, 'onPage'> | undefined;
}

/** The preview that a query asks for, if any. In development, where releases are one's own builds, no link is signed. */
export async function readPreviewMode(
  query: string,
  { releases, settings, development }: PreviewSource,
): Promise<PreviewMode | undefined> {
  if (!mayAskForPreview(query)) return undefined;
  const asked = new URLSearchParams(query);
  const boundaries = asked.has('boundaries');
  const preview = asked.get('preview');
  if (preview === null) return boundaries ? { boundaries } : undefined;
  const [app = '', version = ''] = preview.split('@');
  const signed = development ? undefined : readPreview(() => previewSecret(settings), preview);
  const shown = development ? { app, version } : signed;
  const release = shown && (await releases.find(shown.app, shown.version));
  return { boundaries, preview: { app, release: release ?? null, link: signed && preview } };
}

/** The live releases, with the previewed version and its pages instead of its remote's. */
export function withPreview(live: ReleaseSet, mode: PreviewMode | undefined): ReleaseSet {
  if (!mode?.preview) return live;
  const { app, release } = mode.preview;
  const gone = release ? live.gone.filter((name) => name !== app) : live.gone;
  // No earlier shell stands in: the viewer must see the previewed version fail.
  const remotes = new Map(live.remotes).set(app, release ? [release] : []);
  const shown = { ...live, remotes, gone, fallbacks: [] };
  return { ...shown, routes: routesOf(shown) };
}
