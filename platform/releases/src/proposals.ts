import { type DeclaredPage, proposedLanguages, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import type { Proposal } from '@site/shared/routes/composeTable.ts';
import { hasParams, homePath, pathOfRoute } from '@site/shared/routes/path.ts';
import { callsOf } from './callsOf.ts';
import { withEveryLanguage } from './pages.ts';

/** The pages that a release proposes, in every language of the site. */
export const proposalOf = (manifest: ReleaseManifest): Proposal => {
  const { name, pages = [], fragments } = manifest;
  return { remote: name, calls: callsOf(manifest), pages: withEveryLanguage(pages), ...(fragments && { fragments }) };
};

/** The path of the first page of a release that always has the same address; undefined without such a page. */
export function plainPathOf(pages: readonly DeclaredPage[]): string | undefined {
  const page = pages.find((declared) => proposedLanguages(declared).some((language) => !hasParams(declared, language)));
  const own = page ? proposedLanguages(page) : [];
  const language = own.includes(fallbackLanguage) ? fallbackLanguage : own[0];
  return page && language ? pathOfRoute(page, language) : undefined;
}

/** The same, or the home page's. */
export const firstPathOf = (pages: readonly DeclaredPage[]): string => plainPathOf(pages) ?? homePath(fallbackLanguage);
