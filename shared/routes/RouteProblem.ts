import type { DeclaredPage } from '../contract/release.ts';

/** Why a page that a remote proposes isn't in the table, not in every language, or not found at an old path. */
export interface RouteProblem {
  readonly remote: string;
  readonly page: DeclaredPage;
  readonly code: 'RELEASE-ROUTE-TAKEN' | 'RELEASE-ROUTE-RESERVED' | 'RELEASE-ROUTE-UNCLAIMED';
  readonly message: string;
  /** What to do about it. Often the same for several pages. */
  readonly remedy: string;
  /** Set when the policy alone decides so, whatever pages others have: its owner has switched the page off. */
  readonly byPolicy?: true;
}

/** What is wrong with one path. */
export type Refusal = Pick<RouteProblem, 'code' | 'message' | 'remedy' | 'byPolicy'>;
