import type { TestDetails } from '@playwright/test';

/** Marks a test of the second tier in a file of the first: it shows what another test there shows, in one more case. */
export const secondTier: TestDetails = { tag: '@all' };

/** Leaves a case of a table in the first tier, or marks it for the second. */
export const firstTierIf = (isFirst: boolean): TestDetails => (isFirst ? {} : secondTier);
