import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/format.ts';
import { fallbackLanguage, isLanguage } from '@site/shared/i18n/languages.ts';
import type { PageMode } from './pageMode.ts';
import { shellTexts } from './shellTexts.ts';

/** What a mode adds to a document. */
export interface ModeParts {
  readonly attributes: string;
  readonly head: string;
  readonly body: string;
}

const sheetFile = 'modes.css';

/** The style sheet of the modes. Browsers keep it for a day: another one is another address. */
function sheetOf({ files }: ReleaseManifest): string {
  const integrity = files[`public/${sheetFile}`]?.integrity ?? '';
  const version = encodeURIComponent(integrity.slice(-8));
  return `<link rel="stylesheet" href="/${sheetFile}?${version}" integrity="${integrity}" crossorigin>`;
}

/** What a mode adds to a document in a language; without a mode nothing. */
export function modeParts(mode: PageMode | undefined, language: string, shell: ReleaseManifest): ModeParts {
  if (!mode) return { attributes: '', head: '', body: '' };
  const release = mode.preview?.release?.manifest;
  return {
    attributes: mode.boundaries ? ' data-boundaries' : '',
    head: `<meta name="robots" content="noindex">\n${sheetOf(shell)}\n`,
    body: release ? badge(`${release.name}@${release.version}`, language) : '',
  };
}

function badge(title: string, language: string): string {
  const translate = shellTexts(isLanguage(language) ? language : fallbackLanguage);
  return `<p class="preview-badge" role="status">${escapeHtml(translate('common.previewOf'))} <strong>${escapeHtml(title)}</strong></p>\n`;
}
