import { type Fact, sample } from '@site/shared/facts.ts';

/** The customer of the testimonial. With a true name, replace the quote and the role in the catalogues, under `home.testimonial`. */
export const customer: Fact = sample('N. N.');

/** What the customer gained, as a number. Its unit and what it counts are in the catalogues: `figure` and `result`. */
export const figure: Fact = sample('98');
