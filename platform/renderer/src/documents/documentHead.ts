import type { Release } from '@site/releases/Release.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import { renderTags } from '@site/shell/head/renderHead.ts';
import { siteTags } from '@site/shell/head/siteHead.ts';
import { textOf } from './inlineFiles.ts';

/** A style sheet of a release. */
export interface StyleSheet {
  readonly url: string;
  readonly integrity: string;
  /** Its content; undefined in development, where it changes under an open page. */
  readonly text: string | undefined;
  /** What that consists of, as JSON; undefined when nobody has read it. */
  readonly parts: string | undefined;
  /** Whether that is only what the first view needs. */
  readonly isReduced?: boolean;
}

/** The style sheets of an exposed module. */
export function styleSheetsOf(release: Release, module: string): StyleSheet[] {
  const { modules, files, publicPath } = release.manifest;
  return (modules[module]?.styles ?? []).map((file) => ({
    url: publicPath + file,
    integrity: files[`web/${file}`]?.integrity ?? '',
    text: textOf(release, file),
    parts: release.sheets?.get(file),
  }));
}

/** The style sheets of documents without a page module. */
export const plainStyleSheets = (shell: Release): StyleSheet[] =>
  ['.', './root', './fonts'].flatMap((module) => styleSheetsOf(shell, module));

/** The texts of the inlined style sheets. */
export const inlineTexts = (sheets: readonly StyleSheet[]): string[] =>
  sheets.flatMap(({ text }) => (text === undefined ? [] : [text]));

/** The style sheets of a document. */
export interface DocumentStyles {
  readonly sheets: readonly StyleSheet[];
  /** The style sheet of the fonts: the starter script enables it after the text is painted. */
  readonly fonts?: readonly StyleSheet[];
}

/** The beginning of every document's head. */
export function documentHead({ sheets, fonts = [] }: DocumentStyles): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    renderTags(siteTags),
    ...sheets.map((sheet) => styleElement(sheet)),
    ...fonts.map(fontElement),
  ].join('\n');
}

/**
 * An inlined style sheet, so that the first paint waits for nothing. The disabled link beside it is never loaded: it tells
 * a remote's loader, which looks for the address, that the style sheet is there. Chromium 150's preload scanner loads
 * disabled ones, but none for other media. Without JavaScript, the whole style sheet follows a reduced one at once.
 */
function styleElement(sheet: StyleSheet): string {
  const link = linkOf(sheet);
  if (sheet.text === undefined) return `${link}>`;
  const whole = sheet.isReduced ? `<noscript>${link}></noscript>` : '';
  return `${link} media="not all" disabled><style>${rawText('style', sheet.text)}</style>${whole}`;
}

const linkOf = ({ url, integrity }: StyleSheet): string =>
  `<link rel="stylesheet" href="${escapeHtml(url)}" integrity="${escapeHtml(integrity)}" crossorigin`;

/** The fonts' style sheet. Nothing else loads it. */
function fontElement(sheet: StyleSheet): string {
  const attributes = ' media="(scripting: none)" data-font-faces';
  if (sheet.text === undefined) return `${linkOf(sheet)}${attributes}>`;
  return `<style${attributes}>${rawText('style', sheet.text)}</style>`;
}
