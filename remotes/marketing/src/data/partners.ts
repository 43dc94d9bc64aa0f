import { type Fact, sample } from '@site/shared/facts.ts';

/** A partner with its logo, which pages show in the colour of their text: `import logo from './logos/acme.svg'`. */
export interface Partner {
  readonly name: string;
  /** Any colours, on a transparent ground. */
  readonly logo: string;
}

/**
 * The company's partners, in the order in which they are shown: `{ name: 'Acme', logo }`, or only `'Acme'`. The marks of the
 * samples are drawn in `Partners.tsx`.
 */
export const partners: readonly (Fact | Partner)[] = [
  sample('A'),
  sample('B'),
  sample('C'),
  sample('D'),
  sample('E'),
  sample('F'),
];
