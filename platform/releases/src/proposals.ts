import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import type { Proposal } from '@site/shared/routes/composeTable.ts';
import { withEveryLanguage } from './pages.ts';

/** The pages that a release proposes, in every language of the site. */
export const proposalOf = ({ name, pages = [] }: ReleaseManifest): Proposal => ({
  remote: name,
  pages: withEveryLanguage(pages),
});
