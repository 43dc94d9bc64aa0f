import type { FragmentValues } from '@site/shared/contract/fragment.ts';
import type { SiteFragment } from '@site/shared/routes/composeTable.ts';
import type { FragmentHole } from '@site/shell/render/messages.ts';
import type { Failure } from '../outcome/outcome.ts';
import type { FragmentOwners } from './fillPart.ts';

/** In development: a fragment on a page of its own, and what it is given there. */
export interface FragmentAlone {
  readonly name: string;
  readonly props: FragmentValues;
}

/** What a developer learns of the fragments of a page. */
export interface DevelopedFragments {
  readonly failed: FailedFragment[];
  /** The places of fragments that are built elsewhere: browsers load them from the site that the page is shown in. */
  readonly elsewhere: FragmentHole[];
}

/** Why a fragment is missing. */
export type FragmentFailure = Pick<Failure, 'message' | 'stack' | 'located'>;

interface FailedFragment {
  readonly name: string;
  readonly failure: FragmentFailure;
}

/** In development, a fragment is rendered from the sources as they are, however it went before, and no other one stands in for it. */
export function developedOwners(owners: FragmentOwners, found: DevelopedFragments): FragmentOwners {
  const nameOf = (module: string) =>
    Object.entries<SiteFragment>(owners.fragments).find(([, fragment]) => fragment.module === module)?.[0] ?? module;
  return {
    ...owners,
    circuitBreakers: {
      failureOf: () => undefined,
      failed: ({ module }, failure) => void found.failed.push({ name: nameOf(module), failure }),
      succeeded: () => {},
    },
    onFailure: () => {},
    onWrongProps: (name, problem) =>
      void found.failed.push({ name, failure: { message: `RENDER-PROPS It is given ${problem}.` } }),
    onElsewhere: (hole) => void found.elsewhere.push(hole),
  };
}
