import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { PreflightPage } from './preflightPages.ts';
import { lostTexts, remoteTexts } from './remoteTexts.ts';

/** Texts that a page shows with the live shell, but not with a new one. */
export interface PageLoss {
  readonly page: PreflightPage;
  readonly texts: readonly string[];
}

/** How many texts one message names: a renamed property may cost every page a text in every language. */
const named = { pages: 20, texts: 3, characters: 60 };

/** What a page loses from one HTML to another; nothing, or one entry. */
export function lossOf(page: PreflightPage, before: string, after: string): readonly PageLoss[] {
  const texts = lostTexts(remoteTexts(before), remoteTexts(after));
  return texts.length > 0 ? [{ page, texts }] : [];
}

/**
 * Refuses a shell with which live pages lose texts, unless its publisher accepts that.
 *
 * @returns what is lost, in words for the publisher
 * @throws {OperatorError} RELEASE-LOSS
 */
export function reportLosses(
  losses: readonly PageLoss[],
  { shell, liveShell, acceptsLoss }: PreflightTask,
): readonly string[] {
  if (losses.length === 0 || !liveShell) return [];
  const lost = `Pages lose texts that they show with ${releaseId(liveShell)}: ${inWords(losses)}.`;
  if (acceptsLoss) return [`Accepted: ${lost}`];
  throw new OperatorError(
    'RELEASE-LOSS',
    `${lost} Nothing was published. Give them back in ${releaseId(shell)}, for instance a property under its earlier name; if they should go, add --accept-loss.`,
  );
}

function inWords(losses: readonly PageLoss[]): string {
  const pages = losses.slice(0, named.pages).map(({ page, texts }) => {
    const quoted = texts.slice(0, named.texts).map((text) => `“${shortened(text)}”`);
    const others = texts.length - quoted.length;
    return `${page.url} (${page.remote.manifest.name}): ${[...quoted, ...(others > 0 ? [`${others} more`] : [])].join(', ')}`;
  });
  const others = losses.length - pages.length;
  return [...pages, ...(others > 0 ? [`${others} more pages`] : [])].join('; ');
}

const shortened = (text: string): string =>
  text.length > named.characters ? `${text.slice(0, named.characters)}…` : text;
