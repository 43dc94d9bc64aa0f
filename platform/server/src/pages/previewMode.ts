import { composeRoutes, type Release, type ReleaseSet, type ReleaseSource, releaseId } from '@site/releases/Release.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { fallbackLanguage, isLanguage } from '@site/shared/i18n/languages.ts';
import type { Development } from '../development.ts';
import type { Settings } from '../settings.ts';
import { previewSecret, readPreview } from './previewLinks.ts';
import { shellTexts } from './shellTexts.ts';

/** A special view of a page for colleagues, requested in the query. Such pages are never indexed or cached. */
export interface PreviewMode {
  /** `?preview=…`, a signed link: a version that need not be live; null when there is no such version, or the link doesn't count. */
  readonly preview?: {
    readonly app: string;
    readonly release: Release | null;
    /** The link, if it counts; undefined in development. */
    readonly link?: string | undefined;
  };
  /** `?boundaries`: shows which part of the page comes from which remote. */
  readonly boundaries: boolean;
}

/** Whether a query may ask for a preview: a cheap check for requests that are served from the cache. */
export const mayAskForPreview = (query: string): boolean => /[?&](?:preview|boundaries)\b/.test(query);

/** What previews are read from. */
export interface PreviewSource {
  readonly releases: Pick<ReleaseSource, 'find'>;
  readonly settings: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>;
  readonly development: Development | undefined;
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
  // The viewer of a version must see that one fail, so no earlier shell stands in.
  const remotes = new Map(live.remotes).set(app, release ? [release] : []);
  const { routes } = composeRoutes(remotes, live.policy);
  return { ...live, remotes, routes, gone, fallbacks: [] };
}

/** What a preview adds to a document. */
export interface PreviewParts {
  readonly attributes: string;
  readonly head: string;
  readonly body: string;
}

/** What a preview adds to a document in a language; empty without a preview. */
export function previewParts(mode: PreviewMode | undefined, language: string, shell: ReleaseManifest): PreviewParts {
  if (!mode) return { attributes: '', head: '', body: '' };
  const release = mode.preview?.release;
  return {
    attributes: mode.boundaries ? ' data-boundaries' : '',
    head: `<meta name="robots" content="noindex">\n${styleSheetLink(shell)}\n`,
    body: release ? badge(releaseId(release), language) : '',
  };
}

const sheetFile = 'modes.css';

/** Browsers keep the style sheet for a day, so its address changes with its content. */
function styleSheetLink({ files }: ReleaseManifest): string {
  const integrity = files[`public/${sheetFile}`]?.integrity ?? '';
  const version = encodeURIComponent(integrity.slice(-8));
  return `<link rel="stylesheet" href="/${sheetFile}?${version}" integrity="${integrity}" crossorigin>`;
}

function badge(title: string, language: string): string {
  const translate = shellTexts(isLanguage(language) ? language : fallbackLanguage);
  return `<p class="preview-badge" role="status">${escapeHtml(translate('common.previewOf'))} <strong>${escapeHtml(title)}</strong></p>\n`;
}
