import { formatLongDate } from '@site/shared/format.ts';
import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** A time, in words and for programs. */
export const timeElement = (iso: string, language: Language): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(formatLongDate(iso, language, 'short'))}\u00a0UTC</time>`;
