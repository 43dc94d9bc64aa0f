import { limits } from '@site/shared/contract/limits.ts';
import { renderTags } from '../../src/head/renderHead.ts';
import { siteTags } from '../../src/head/siteTags.ts';

/** A style sheet and what must arrive. */
export interface StyleSheet {
  readonly url: string;
  readonly integrity: string;
}

/** What stands in a document's head before what was rendered. */
export interface DocumentHead {
  readonly fonts: readonly string[];
  /** Style sheets of the shell. */
  readonly styles: readonly StyleSheet[];
  /** Style sheets of the page's remote, and the inline script that gives them up when they take too long. */
  readonly remote?: { readonly styles: readonly StyleSheet[]; readonly sheetBudget: string };
}

/** The head that every document begins with. */
export function documentHead({ fonts, styles, remote }: DocumentHead): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    renderTags(siteTags),
    ...fonts.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`),
    // Before all sheets: a script waits for those that stand before it.
    ...(remote ? [`<script data-budget="${limits.remoteLoad}">${remote.sheetBudget}</script>`] : []),
    ...styles.map((sheet) => linkTo(sheet)),
    ...(remote?.styles ?? []).map((sheet) => linkTo(sheet, ' data-remote-sheet')),
  ].join('\n');
}

const linkTo = ({ url, integrity }: StyleSheet, attributes = ''): string =>
  `<link rel="stylesheet" href="${url}" integrity="${integrity}" crossorigin${attributes}>`;
