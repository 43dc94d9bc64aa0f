import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import type { InspectedPage } from '@site/shell/render/messages.ts';
import { withPlace } from '../render/sourceMaps.ts';
import { releaseId } from '../render/titles.ts';

/**
 * Checks that every module of a release is a page, and has the same texts in each language.
 *
 * @throws {OperatorError} RELEASE-TRIAL or RELEASE-CATALOGUE with everything that is wrong
 */
export function assertCatalogues(candidate: Release, pages: readonly InspectedPage[]): void {
  const unusable = pages.flatMap(({ module, problem }) =>
    problem ? [`${module}: ${withPlace(problem, [candidate])}`] : [],
  );
  if (unusable.length > 0) {
    throw new OperatorError('RELEASE-TRIAL', `${releaseId(candidate)} can’t be used. ${unusable.join('; ')}.`);
  }
  const lacks = languages.flatMap((language) => {
    const missing = missingTexts(pages, language);
    return missing.length > 0 ? [`lacks texts in "${language}": ${missing.join(', ')}`] : [];
  });
  if (lacks.length === 0) return;
  throw new OperatorError(
    'RELEASE-CATALOGUE',
    `${releaseId(candidate)} ${lacks.join('; it ')}. Add them and build again.`,
  );
}

/** Keys that another language has. */
function missingTexts(pages: readonly InspectedPage[], language: Language): readonly string[] {
  const missing = pages.flatMap(({ keys }) => {
    const all = Object.values(keys).flat();
    return all.filter((key) => !keys[language]?.includes(key));
  });
  return [...new Set(missing)];
}
