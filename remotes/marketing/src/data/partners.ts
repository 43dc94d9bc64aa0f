import { type Fact, sample } from '@site/shared/facts.ts';

/** The company's partners, in the order in which they are shown. The marks of the samples are drawn in `Partners.tsx`. */
export const partners: readonly Fact[] = [sample('A'), sample('B'), sample('C'), sample('D'), sample('E'), sample('F')];
