import { type Fact, sample } from '@site/shared/facts.ts';

/** How long a plan runs at least, in months, and how many days before its end a customer cancels it. */
export const contractTerms: Readonly<Record<'minimumMonths' | 'noticeDays', Fact>> = {
  minimumMonths: sample('12'),
  noticeDays: sample('30'),
};
