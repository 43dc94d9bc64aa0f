import { brand } from '../site.ts';

/** Values that every message may use, such as `{{product}}`. */
export const i18nVariables: Readonly<Record<string, string>> = {
  product: brand.product,
  year: String(brand.copyrightYear),
};

/** Fills in the variables of a text that comes from no catalogue, but from a release's manifest. */
export const withVariables = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(i18nVariables, name) ? (i18nVariables[name] ?? whole) : whole,
  );
