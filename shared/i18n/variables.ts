import { brand, company } from '@site/company/brand.ts';
import { textOf } from '../facts.ts';

/** Values that every message may use, such as `{{product}}`. */
export const i18nVariables: Readonly<Record<string, string>> = {
  product: brand.product,
  company: textOf(company),
  year: String(brand.copyrightYear),
};

/** Fills in the variables of a text from a release's manifest, which i18next never sees. */
export const withVariables = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(i18nVariables, name) ? (i18nVariables[name] ?? whole) : whole,
  );
