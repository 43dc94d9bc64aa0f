import type { DeclaredPage } from '../contract/release.ts';

/** Why a page that a remote proposes isn't in the table, not in every language, or not found at an old path. */
export interface RouteProblem {
  readonly remote: string;
  readonly page: DeclaredPage;
  readonly code: 'RELEASE-ROUTE-TAKEN' | 'RELEASE-ROUTE-RESERVED' | 'RELEASE-ROUTE-UNCLAIMED';
  readonly message: string;
  /** What to do about it. Often the same for several pages. */
  readonly remedy: string;
}

/** What is wrong with one path. */
export type Refusal = Pick<RouteProblem, 'code' | 'message' | 'remedy'>;
