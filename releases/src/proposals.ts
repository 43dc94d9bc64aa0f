import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import type { Proposal } from '@site/shared/routes/composeTable.ts';
import { pagesOfBefore } from './earlierPages.ts';

/** The pages that a release proposes. */
export const proposalOf = (manifest: ReleaseManifest): Proposal => ({
  remote: manifest.name,
  pages: manifest.pages ?? pagesOfBefore(manifest),
});
