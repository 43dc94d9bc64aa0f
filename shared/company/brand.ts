import type { Brand } from '@site/shared/contract/company.ts';
import { type Fact, sample } from '@site/shared/facts.ts';

/**
 * The brand: change it here and nowhere else. The drawn logo is in `logo/`.
 * Names and addresses are samples, to be replaced before publication.
 */
export const brand = {
  /** The product's name, as in page titles. */
  product: 'Lucarne',
  email: 'hello@lucarne.example',
  copyrightYear: 2024,
  careersUrl: 'https://www.linkedin.com/company/lucarne-example/jobs/',
  social: {
    linkedin: 'https://www.linkedin.com/company/lucarne-example',
    github: 'https://github.com/lucarne-example',
  },
} as const satisfies Brand;

/** The company behind the brand, with its legal form: forms say that it is responsible for what visitors send. */
export const company: Fact = sample('Lucarne SARL');

/** Origins whose maps and videos a visitor may load in a frame. */
export const embedOrigins = ['https://www.youtube-nocookie.com', 'https://www.openstreetmap.org'] as const;
