import { sample } from '@site/shared/facts.ts';
import { company } from './brand.ts';

/**
 * What pages state for the law. Replace each `sample('…')` with the true text: `npm run check -- owner` lists what is left.
 */
export const legal = {
  company,
  publisher: sample('New Site'),
  /** Legal form, register and number. */
  registration: sample('Companies House 00000000'),
  headOffice: sample('1 Example Street, Springfield'),
  telephone: sample('+44 20 0000 0000'),
  publicationDirector: sample('Ada Example'),
  host: sample('Example Hosting Ltd, 2 Example Street, Springfield'),
  /** The company whose mail servers carry messages of visitors. */
  mailProvider: sample('Example Mail Ltd'),
} as const;
