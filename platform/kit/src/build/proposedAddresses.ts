import { pagePath } from '@site/releases/pages.ts';
import type { RemoteDefinition } from '@site/shared';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { proposedLanguages } from '@site/shared/routes/composeTable.ts';

/** A page in `remote.ts`. */
export type PageProposal = RemoteDefinition['pages'][string];

/** A page's path in a language, as far as `remote.ts` gives it. */
export const pathIn = ({ paths }: PageProposal, language: Language): string | undefined =>
  typeof paths === 'string' ? paths : paths[language];

/**
 * Checks the addresses of a page that `remote.ts` proposes: what types can't express, or what nobody had checked.
 *
 * @throws {OperatorError} BUILD-REMOTE
 */
export function assertAddresses(name: string, page: PageProposal): void {
  const fail = (problem: string) => new OperatorError('BUILD-REMOTE', `src/remote.ts: the page "${name}" ${problem}`);
  const { languages: some } = page;
  const unknown = some?.filter((language) => !isLanguage(language)) ?? [];
  if (some?.length === 0 || unknown.length > 0)
    throw fail(
      `must be in some of ${languages.join(', ')}, not in [${some?.join(', ')}]. Leave \`languages\` out for all.`,
    );
  for (const language of proposedLanguages(page)) {
    const path = pathIn(page, language);
    if (path === undefined) throw fail(`has no path in "${language}". Add it, or name the languages of the page.`);
    if (path === '' && some) throw fail('is the home page, which is in every language. Remove `languages`.');
    if (!pagePath.safeParse(path).success)
      throw fail(
        `can’t be at "${path}". A path has small letters, digits and hyphens between its slashes, none at its ends, and after the first part :name is a parameter.`,
      );
  }
}
