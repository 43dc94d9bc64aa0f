import { renderTags } from '@site/shell/head/renderHead.ts';
import { siteTags } from '@site/shell/head/siteHead.ts';
import type { StyleSheet } from './styleSheets.ts';

/** The style sheets of a document. */
export interface DocumentStyles {
  /** What the document is shown with. */
  readonly sheets: readonly StyleSheet[];
  /** The fonts' sheet: the starter turns it on when the text is there. */
  readonly fonts?: readonly StyleSheet[];
}

/** The head that every document begins with. */
export function documentHead({ sheets, fonts = [] }: DocumentStyles): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    renderTags(siteTags),
    ...sheets.map((sheet) => elementOf(sheet)),
    ...fonts.map((sheet) => elementOf(sheet, ' media="(scripting: none)" data-font-faces')),
  ].join('\n');
}

/**
 * A style sheet in the document, so that nothing is awaited before the first paint. The link beside it is never loaded:
 * it tells a remote's loader, which looks for the address, that the sheet is there.
 */
function elementOf({ url, integrity, text }: StyleSheet, attributes = ''): string {
  const link = `<link rel="stylesheet" href="${url}" integrity="${integrity}" crossorigin`;
  if (text === undefined) return `${link}${attributes}>`;
  return `${link} disabled><style${attributes}>${text}</style>`;
}
