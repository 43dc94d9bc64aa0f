import type { Brand } from '@site/shared/contract/company.ts';
import type { Fact } from '@site/shared/facts.ts';

/** The brand: change it here and nowhere else. */
export const brand = {
  product: 'Silbe',
  email: 'hallo@silbe.example',
  copyrightYear: 2026,
  social: {},
} as const satisfies Brand;

/** The company behind the brand, with its legal form. */
export const company: Fact = 'Silbe Haddad & Brandt GbR';

/** Origins whose maps and videos a visitor may load in a frame. */
export const embedOrigins = [] as const;
