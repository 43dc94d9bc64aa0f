/**
 * Work that can wait until the document is painted. The starter is in every document, so this is a separate script. It must not
 * import any other file: see `importAll` in the starter.
 */
import { headMark } from '../head/head.ts';
import type { Loading } from '../inline/wholeStyles.ts';
import { retryStyles } from './retryStyles.ts';
import { applyFonts } from './webFonts.ts';

/** Completes a painted page, whose style sheets and fonts are loading. */
export function complete(
  sheets: readonly HTMLLinkElement[],
  loadingSheets: readonly Loading[],
  loadingFonts: readonly Loading[],
): void {
  void applyFonts(loadingFonts);
  void retryStyles(sheets, loadingSheets);
  completeHead();
}

/** Activates the tags that wait for the first paint, unless a navigation has replaced them already. */
function completeHead(): void {
  const templates = document.head.querySelectorAll<HTMLTemplateElement>(`template[${headMark}]`);
  for (const template of templates) template.replaceWith(template.content);
}
