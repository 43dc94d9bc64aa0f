import { type Release, releaseId } from '@site/releases/Release.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { fallbackLanguage, isLanguage } from '@site/shared/i18n/languages.ts';
import { shellTranslator } from './shellTranslator.ts';

/** A special view of a page for colleagues, requested in the query. Such pages are never indexed or cached. */
export interface PreviewMode {
  /** `?preview=…`, a signed link: a version that need not be live; null when the version is missing or the link is invalid. */
  readonly preview?: {
    readonly app: string;
    readonly release: Release | null;
    /** The link, if it counts; undefined in development. */
    readonly link?: string | undefined;
  };
  /** `?boundaries`: shows which part of the page comes from which remote. */
  readonly boundaries: boolean;
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
  const translate = shellTranslator(isLanguage(language) ? language : fallbackLanguage);
  return `<p class="preview-badge" role="status">${escapeHtml(translate('preview.of'))} <strong>${escapeHtml(title)}</strong></p>\n`;
}
