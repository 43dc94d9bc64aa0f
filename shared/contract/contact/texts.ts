import { inEachLanguage } from '../../i18n/languages.ts';
import { siteTexts } from '../../i18n/siteTexts.ts';
import type { ContactField, ContactProblem } from './fields.ts';

/** The texts of a field. */
type FieldTexts = {
  /** In the form, and wherever the field is shown. */
  readonly label: string;
  /** In mails, where the form's label would be too long. */
  readonly labelInMail?: string;
  /** Hint above the field. It may use the schema's `{{min}}`. */
  readonly hint: string;
};

/** The texts of the contact form's fields. A field or problem without a text is a compile error. */
type ContactTexts = {
  readonly fields: Readonly<Record<ContactField, FieldTexts>>;
  /** The API sends them, and the form shows them. */
  readonly problems: Readonly<Record<ContactProblem, string>>;
};

const catalogues = siteTexts('contact');

/** These texts in each language. For servers and tools: the form loads only its own language. */
export const contactTexts = inEachLanguage((language): ContactTexts => catalogues[language]);
