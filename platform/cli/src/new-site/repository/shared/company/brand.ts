import type { Brand } from '@site/shared/contract/company.ts';
import { type Fact, sample } from '@site/shared/facts.ts';

/** The brand. The logo is in `logo/`. Names and addresses are samples, to be replaced before publication. */
export const brand = {
  /** The product's name, as in page titles. */
  product: 'New Site',
  email: 'hello@new-site.example',
  copyrightYear: 2026,
  /** The company's accounts, by network: each needs a mark in `logo/` and a name in the texts of the footer. */
  social: {},
} as const satisfies Brand;

/** The company behind the brand, with its legal form: forms say that it is responsible for what visitors send. */
export const company: Fact = sample('New Site Ltd');

/** Origins whose maps and videos a visitor may load in a frame. */
export const embedOrigins: readonly string[] = [];
