import { brand } from '@site/shared';

/** What the legal notice states. Samples but for the share capital: replace them, then clear the flag. */
export const legal = {
  /** Marks the values as placeholders on the page. */
  areSamples: true,
  publisher: brand.product,
  company: `${brand.product} SARL`,
  /** With no-break spaces. */
  taxId: 'FR\u00a000\u00a0000\u00a0000\u00a0000',
  headOffice: '1 rue de l’Exemple, 62400 Béthune, France',
  email: brand.email,
  /** In euros. */
  shareCapital: 3000,
  publicationDirector: 'Théo Vasseur',
  host: 'Exemple Hébergement SAS, 2 rue de l’Exemple, 59000 Lille, France',
} as const;
