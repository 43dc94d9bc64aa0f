import { type Fact, sample } from '@site/shared/facts.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { company } from './brand.ts';

/** An address. Its country is written in the language of the page. */
export interface PostalAddress {
  readonly lines: Fact;
  /** ISO 3166-1 code. */
  readonly country: string;
}

/**
 * What the legal notice and the privacy policy state about the company and its providers. Replace each `sample('…')` with
 * the true text, such as `publisher: 'Acme SARL'`. The mark on the page then disappears. `npm run check -- owner` lists what
 * is left.
 */
export const legal = {
  /** The language of the names and addresses below. */
  language: 'fr',
  publisher: sample('Lucarne'),
  company,
  /** The VAT number, with no-break spaces. */
  taxId: sample('FR\u00a000\u00a0000\u00a0000\u00a0000'),
  /** Legal form, register and number: in France RCS and SIREN, in Spain the Registro Mercantil, in the UK Companies House. */
  registration: sample('SARL, RCS Arras 000\u00a0000\u00a0000'),
  headOffice: { lines: sample('1 rue de l’Exemple, 62400 Béthune'), country: 'FR' },
  telephone: sample('+33\u00a03\u00a000\u00a000\u00a000\u00a000'),
  /** In euros. */
  shareCapital: 3000,
  publicationDirector: sample('Théo Vasseur'),
  host: {
    name: sample('Exemple Hébergement SAS'),
    address: { lines: sample('2 rue de l’Exemple, 59000 Lille'), country: 'FR' },
    telephone: sample('+33\u00a03\u00a011\u00a011\u00a011\u00a011'),
  },
  /**
   * The company whose mail servers carry the messages: `SMTP_URL`, and the mailbox of `MAIL_TO`. The privacy policy promises
   * that messages are deleted there too after three years. No program of ours does that: set up the mailbox to do it.
   */
  mailProvider: sample('Exemple Courriel SAS'),
  /** The service of the booking links in `remotes/contact/src/data/offices.ts`. */
  bookingService: 'Calendly',
  /** When the privacy policy last changed. Update it with every change of the text. */
  policyDate: '2026-11-28',
} as const satisfies LegalFacts;

interface LegalFacts {
  readonly language: Language;
  readonly [name: string]: Fact | number | PostalAddress | Host;
}

interface Host {
  readonly name: Fact;
  readonly address: PostalAddress;
  readonly telephone: Fact;
}
