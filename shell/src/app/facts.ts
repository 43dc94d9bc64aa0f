import { brand } from '@site/shared/site.ts';

/** Facts that every text of every catalogue may use. */
export const facts: Readonly<Record<string, string>> = {
  product: brand.product,
  year: String(brand.copyrightYear),
};
