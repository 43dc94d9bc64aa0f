import { limits } from '../limits.ts';
import { emailAddress } from './email.ts';

/** What the site knows about a field of a form. It is data: the site's server checks forms without any code of their remote. */
export interface FieldSchema {
  /**
   * `line`, the default: control characters and line breaks become spaces. `text`: line breaks stay, and the form shows a larger
   * field. `checkbox`: a box to tick, whose value is `ticked` or empty.
   */
  readonly kind?: 'line' | 'text' | 'checkbox';
  /** Whether the visitor has to fill it in, or to tick the box. Default: true. */
  readonly required?: boolean;
  /** Minimum length in characters, after trimming; default: 1 for a required field. */
  readonly min?: number;
  /** Maximum length in characters; default: 200 for a line, 5,000 for a text. */
  readonly max?: number;
  /** What a value must be; otherwise it has the problem `<field>Format`. It is also the type of the form's control. */
  readonly format?: FieldFormat;
  /** The values to choose from. Their labels are in the catalogue, under `fields.<field>.options`. */
  readonly options?: readonly string[];
  readonly autoComplete?: 'name' | 'email' | 'tel' | 'organization' | 'off';
  /** Whether it takes half of a row where there is room for two; default: false. */
  readonly half?: boolean;
}

/** What a value must be. */
export type FieldFormat = NamedFormat | FieldPattern;

type NamedFormat = 'email' | 'tel' | 'date';

/** What a value must look like, in the characters that it may have and how often: `FR\d{11}`, `[A-Z]{2}-\d{4,6}`. */
export interface FieldPattern {
  /** A regular expression for the whole value, of a few parts that can never take long: those that docs/forms.md lists. */
  readonly pattern: string;
}

/** The value of a ticked box, as browsers send it without scripts. */
export const ticked = 'on';

/** The fields of a form by their names, in its order. */
export type FormFields<Field extends string = string> = Readonly<Record<Field, FieldSchema>>;

/** What a visitor has written: the value of each field. */
export type FormValues<Field extends string = string> = Readonly<Record<Field, string>>;

/** A problem of a field; `problem` is the key of its text in the catalogue, under `problems`. */
export interface FieldProblem<Field extends string = string> {
  readonly field: Field;
  readonly problem: Field | `${Field}Format`;
}

const formats: Readonly<Record<NamedFormat, RegExp>> = {
  /**
   * The e-mail pattern of the HTML standard, with a dot required in the domain.
   *
   * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
   */
  email:
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/,
  tel: /^\+?[\d\s().-]{5,30}$/,
  // As controls of the type `date` send it.
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
};

/** The names of a form's fields, in its order. */
export const namesOf = <Field extends string>(fields: FormFields<Field>): readonly Field[] =>
  Object.keys(fields) as Field[];

/** Makes the values of a form, one by one. */
export const valuesOf = <Field extends string>(
  fields: FormFields<Field>,
  read: (field: Field) => string,
): FormValues<Field> => Object.fromEntries(namesOf(fields).map((field) => [field, read(field)])) as FormValues<Field>;

/** A value as it is checked, sent and stored. A refused form keeps the one that was typed. */
export function normalValue({ kind, format }: FieldSchema, value: string): string {
  if (format === 'email') return emailAddress(value);
  // Pages without scripts post a line break as two characters.
  return kind === 'text' ? value.replace(/\r\n?/g, '\n') : value;
}

/** The values of a form as they are checked, sent and stored. */
export const normalValues = <Field extends string>(
  fields: FormFields<Field>,
  values: FormValues<Field>,
): FormValues<Field> => valuesOf(fields, (field) => normalValue(fields[field], values[field]));

/** The longest value that a field may have, in characters. */
export const longestOf = ({ kind, max = limits.longestValue[kind === 'text' ? kind : 'line'] }: FieldSchema): number =>
  max;

/**
 * Checks values by the rules that a form states. They are the same in browsers and on servers. At most one problem per field, in
 * the order of the form.
 */
export const checkValues = <Field extends string>(
  fields: FormFields<Field>,
  values: FormValues<Field>,
): FieldProblem<Field>[] =>
  namesOf(fields).flatMap((field) => {
    const problem = problemOf(fields[field], values[field].trim());
    return problem ? [{ field, problem: problem === 'format' ? (`${field}Format` as const) : field }] : [];
  });

function problemOf(schema: FieldSchema, value: string): 'value' | 'format' | undefined {
  const { kind, required = true, min = 1, format, options } = schema;
  if (value === '' && !required) return undefined;
  if (value.length < min || options?.includes(value) === false || (kind === 'checkbox' && value !== ticked))
    return 'value';
  if (value.length > longestOf(schema)) return format ? 'format' : 'value';
  return format && !looksLike(format, value) ? 'format' : undefined;
}

const looksLike = (format: FieldFormat, value: string): boolean =>
  (typeof format === 'string' ? formats[format] : new RegExp(`^(?:${format.pattern})$`, 'u')).test(value);
