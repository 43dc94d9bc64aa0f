import { type FieldSchema, type FormValues, namesOf, valuesOf } from '../form/fields.ts';
import { limits } from '../limits.ts';

/** What the site knows about a field of the contact form. */
interface ContactFieldSchema extends FieldSchema {
  readonly kind?: 'line' | 'text';
  readonly max: number;
  /**
   * The database migration that adds the field's column: a name that follows the last one of `api/src/database/migrations.ts`.
   * Older messages have an empty text there. The first four fields came with the table.
   */
  readonly migration?: string;
}

/**
 * The fields of the contact form, in its order. The form, its rules, the database, the duplicate check, mails, commands and
 * exports all follow from this table. To add a field, add a line here, and its texts to the section `contact` of the site's
 * catalogues in shared/company/locales/.
 *
 * 254 is the longest address that SMTP can carry (RFC 5321).
 */
export const contactSchema = {
  name: { min: limits.contact.name, max: 100, autoComplete: 'name', half: true },
  email: { max: 254, format: 'email', autoComplete: 'email', half: true },
  subject: { min: limits.contact.subject, max: 200, autoComplete: 'off' },
  message: { kind: 'text', min: limits.contact.message, max: 10_000 },
} as const satisfies Readonly<Record<string, ContactFieldSchema>>;

/** A field of the contact form. */
export type ContactField = keyof typeof contactSchema;

/** The fields whose values must have a format. */
type FormatField = {
  [Field in ContactField]: (typeof contactSchema)[Field] extends { readonly format: string } ? Field : never;
}[ContactField];

/** What can be wrong with a message; also the key of its text in the site's catalogues. */
export type ContactProblem = ContactField | `${FormatField}Format`;

/** A contact message: the body of `POST /api/v1/contact`. */
export type ContactMessage = FormValues<ContactField>;

/** The table's line of a field. */
export const schemaOf = (field: ContactField): ContactFieldSchema => contactSchema[field];

/** The fields in the order in which the form shows them. */
export const contactFields: readonly ContactField[] = namesOf(contactSchema);

/** The core fields: mails and commands show each in its own place. */
const coreFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** All other fields: mails and commands show them under their label. No browser needs them. */
export const detailFields: readonly ContactField[] = /* @__PURE__ */ contactFields.filter(
  (field) => !coreFields.includes(field),
);

/** Makes a message from each field's value. */
export const messageOf = (read: (field: ContactField) => string): ContactMessage => valuesOf(contactSchema, read);
