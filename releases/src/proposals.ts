import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import type { Proposal } from '@site/shared/routes/composeTable.ts';

/** The pages that a release proposes. */
export const proposalOf = ({ name, pages = [] }: ReleaseManifest): Proposal => ({ remote: name, pages });
