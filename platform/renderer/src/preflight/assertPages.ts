import { isNeeded, type PageTexts } from '@site/releases/neededTexts.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { keysIn } from '@site/shared/i18n/plurals.ts';
import type { InspectedPage } from '@site/shell/render/messages.ts';
import { type Failure, isFailure, type Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { withPlace } from '../sourceMaps/sourceMaps.ts';
import { withBrowserAdvice } from './browserAdvice.ts';
import type { PreflightPage } from './preflightPages.ts';

/**
 * Checks that every module of a release is a page, with the same message keys in each of its languages.
 *
 * @throws {OperatorError} RELEASE-PREFLIGHT or RELEASE-CATALOGUE with everything that is wrong
 */
export async function assertCatalogues(underTest: Release, pages: readonly InspectedPage[]): Promise<void> {
  const unusable: string[] = [];
  for (const { module, problem } of pages)
    if (problem) unusable.push(`${module}: ${withBrowserAdvice(await withPlace(problem, [underTest]))}`);
  if (unusable.length > 0) {
    throw new OperatorError('RELEASE-PREFLIGHT', `${releaseId(underTest)} can’t be used. ${unusable.join('; ')}.`);
  }
  const texts = textsOf(underTest, pages);
  const problems = languages.flatMap((language) => {
    const missing = missingKeys(pages, language).filter((key) => isNeeded(key, language, texts));
    return missing.length > 0 ? [`lacks texts in "${language}": ${missing.join(', ')}`] : [];
  });
  if (problems.length === 0) return;
  throw new OperatorError(
    'RELEASE-CATALOGUE',
    `${releaseId(underTest)} ${problems.join('; it ')}. Add them and build again.`,
  );
}

/** The sections that each page shows. Without an answer about them, a page needs its texts in every language. */
function textsOf({ manifest }: Release, inspected: readonly InspectedPage[]): readonly PageTexts[] {
  return (manifest.pages ?? []).map(({ name, module, languages: some }) => {
    const sections = inspected.find((page) => page.module === module)?.sections;
    return { name, ...(some && sections && { languages: some }), sections: sections ?? [] };
  });
}

/** Keys that another language has, in the plural forms of this one. */
function missingKeys(pages: readonly InspectedPage[], language: Language): readonly string[] {
  const missing = pages.flatMap(({ keys }) => {
    const all = Object.values(keys)
      .flat()
      .flatMap((key) => keysIn(language, key));
    return all.filter((key) => !keys[language]?.includes(key));
  });
  return [...new Set(missing)];
}

/**
 * Checks that a page was rendered, with all its texts.
 *
 * @returns its HTML
 * @throws {OperatorError} RELEASE-PREFLIGHT or RELEASE-CATALOGUE
 */
export async function assertRendered(
  shell: Release,
  { url, module, remote, mayBeMissing }: PreflightPage,
  outcome: Shown<RenderedView> | Failure,
): Promise<string> {
  const page = `${url} (${module} of ${releaseId(remote)} with ${releaseId(shell)})`;
  if (isFailure(outcome)) {
    const message = await (outcome.located ?? outcome.message);
    throw new OperatorError('RELEASE-PREFLIGHT', `${page} threw: ${withBrowserAdvice(message)}`);
  }
  if (outcome.status !== 200 && !mayBeMissing) {
    throw new OperatorError(
      'RELEASE-PREFLIGHT',
      `${page} was answered with status ${outcome.status} instead of the page. The live shell must show the pages that remotes propose (renderer protocol 3).`,
    );
  }
  if (outcome.missingTexts.length > 0) {
    throw new OperatorError(
      'RELEASE-CATALOGUE',
      `${page} shows texts that are in no catalogue, or values that nobody gives: ${outcome.missingTexts.join(', ')}.`,
    );
  }
  return outcome.parts.html;
}

/**
 * Checks that the head of a page keeps to the site, unless the page says that it leads away. Servers leave the rest out.
 *
 * @throws {OperatorError} RELEASE-PREFLIGHT
 */
export function assertOwnHead({ url, module, remote }: PreflightPage, outcome: Shown<RenderedView> | Failure): void {
  if (isFailure(outcome) || !outcome.leftOut) return;
  throw new OperatorError(
    'RELEASE-PREFLIGHT',
    `${url} (${module} of ${releaseId(remote)}) leads to another site: ${outcome.leftOut.join(', ')}. If it should, give the page isRedirect: true in remote.ts; otherwise remove it.`,
  );
}
