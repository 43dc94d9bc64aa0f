import { type Fact, sample } from '@site/shared/facts.ts';

/** When help comes within two hours: from Monday to Friday, between these full hours in Paris. */
export const serviceHours: Readonly<Record<'from' | 'to', Fact>> = { from: sample('9'), to: sample('18') };
