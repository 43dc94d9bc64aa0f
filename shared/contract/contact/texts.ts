import { inEachLanguage } from '../../i18n/languages.ts';
import { readCatalogues } from '../../i18n/readCatalogues.ts';
import type en from './en.json';
import type { ContactField, ContactProblem } from './fields.ts';

/** What is said about a field. */
type FieldTexts = {
  /** In the form, and wherever the field is shown. */
  readonly label: string;
  /** In mails, where the form's label would be too long. */
  readonly labelInMail?: string;
  /** What is expected, above the field. It may name the schema's `{{min}}`. */
  readonly hint: string;
};

/** The texts of the contact form's fields. A field or a problem without a text is an error of the compiler. */
type ContactTexts = {
  readonly fields: Readonly<Record<ContactField, FieldTexts>>;
  /** The API sends them, and the form shows them. */
  readonly problems: Readonly<Record<ContactProblem, string>>;
};

const catalogues = readCatalogues<typeof en>(import.meta.dirname);

/** These texts in each language. For servers and tools: the form loads those of its own language. */
export const contactTexts = inEachLanguage((language): ContactTexts => catalogues[language]);
