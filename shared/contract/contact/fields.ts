import { limits } from '../limits.ts';

/** What the site knows about a field of the contact form. */
interface FieldSchema {
  /** `line`, the default: control characters and line breaks become spaces. `text`: line breaks stay, and the form shows a larger field. */
  readonly kind?: 'line' | 'text';
  /** Whether a message without it is refused; default: true. */
  readonly required?: boolean;
  /** Minimum length in characters, after trimming; default: 1 for a required field. */
  readonly min?: number;
  /** Maximum length in characters. */
  readonly max: number;
  /** What a value must match; otherwise it has the problem `<field>Format`. */
  readonly pattern?: RegExp;
  /** The type of the form's control; default: `text`. */
  readonly input?: 'email' | 'tel';
  readonly autoComplete?: 'name' | 'email' | 'tel' | 'organization' | 'off';
  /**
   * The database migration that adds the field's column: a name that follows the last one of `api/src/database/migrations.ts`.
   * Older messages have an empty text there. The first four fields came with the table.
   */
  readonly migration?: string;
}

/**
 * The e-mail pattern of the HTML standard, with a dot required in the domain.
 *
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * The fields of the contact form, in its order. The form, its rules, the database, the duplicate check, mails, commands and
 * exports all follow from this table. To add a field, add a line here and its texts to the catalogues beside this file; if
 * it should fill the form's row, also a line to `FormFields.module.css` of the contact remote.
 *
 * 254 is the longest address that SMTP can carry (RFC 5321).
 */
export const contactSchema = {
  name: { min: limits.contact.name, max: 100, autoComplete: 'name' },
  email: { max: 254, pattern: emailPattern, input: 'email', autoComplete: 'email' },
  subject: { min: limits.contact.subject, max: 200, autoComplete: 'off' },
  message: { kind: 'text', min: limits.contact.message, max: 10_000 },
} as const satisfies Readonly<Record<string, FieldSchema>>;

/** A field of the contact form. */
export type ContactField = keyof typeof contactSchema;

/** The fields whose values must match a pattern. */
type PatternField = {
  [Field in ContactField]: (typeof contactSchema)[Field] extends { readonly pattern: RegExp } ? Field : never;
}[ContactField];

/** What can be wrong with a message; also the key of its text in the catalogues beside this file. */
export type ContactProblem = ContactField | `${PatternField}Format`;

/** A contact message: the body of `POST /api/v1/contact`. */
export type ContactMessage = Readonly<Record<ContactField, string>>;

/** The table's line of a field. */
export const schemaOf = (field: ContactField): FieldSchema => contactSchema[field];

/** The fields in the order in which the form shows them. */
export const contactFields = Object.keys(contactSchema) as readonly ContactField[];

/** The core fields: mails and commands show each in its own place. */
const coreFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** All other fields: mails and commands show them under their label. No browser needs them. */
export const detailFields: readonly ContactField[] = /* @__PURE__ */ contactFields.filter(
  (field) => !coreFields.includes(field),
);

/** Makes a message from each field's value. */
export const messageOf = (read: (field: ContactField) => string): ContactMessage =>
  Object.fromEntries(contactFields.map((field) => [field, read(field)])) as ContactMessage;

/** A problem of a field. */
export interface ContactFieldProblem {
  readonly field: ContactField;
  readonly problem: ContactProblem;
}

/**
 * Checks a message by the rules that the form states. They are the same in the browser and in the API. At most one problem
 * per field, in the order of the form.
 */
export const validateContact = (message: ContactMessage): ContactFieldProblem[] =>
  problemsOf(({ required = true, min = 1, pattern }, field) => {
    const value = message[field].trim();
    if (value === '' && !required) return undefined;
    if (value.length < min) return field;
    return pattern?.test(value) === false ? formatProblem(field) : undefined;
  });

/** The fields that are longer than the API accepts. The form itself never sends any. */
export const tooLong = (message: ContactMessage): ContactFieldProblem[] =>
  problemsOf(({ max, pattern }, field) => {
    if (message[field].length <= max) return undefined;
    return pattern ? formatProblem(field) : field;
  });

function problemsOf(problemOf: (schema: FieldSchema, field: ContactField) => ContactProblem | undefined) {
  return contactFields.flatMap((field) => {
    const problem = problemOf(schemaOf(field), field);
    return problem ? [{ field, problem }] : [];
  });
}

/** Only fields with a pattern have this problem. */
const formatProblem = (field: ContactField) => `${field}Format` as ContactProblem;
