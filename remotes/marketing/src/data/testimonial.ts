import { type Fact, sample } from '@site/shared/facts.ts';

/**
 * The customer of the testimonial. With a true name, replace the quote and the role in the catalogues, under `home.testimonial`.
 * A figure in the quote, such as what arrived before and after, says more than praise.
 */
export const customer: Fact = sample('N. N.');
