/**
 * What the site's server and pages with a form must agree on: the server takes forms from browsers without JavaScript. With
 * JavaScript, a page sends the form itself, by the same rules.
 */
import type { ApiError, ContactRejectedError } from '../../api/errors.ts';
import type { SendOptions } from '../api.ts';
import { checkValues, type FieldProblem, type FormFields, type FormValues, namesOf, valuesOf } from './fields.ts';

/** What a page shows of a posted form that was not accepted. */
export interface FormResult<Field extends string = string> {
  readonly values: FormValues<Field>;
  readonly errors: readonly FormError[];
  /** The key of the form, for the next try. */
  readonly key: string;
}

/** Why a form could not be delivered; also the key of its text in the catalogue, under `form`. */
export type FailureReason =
  /** It is not stored. */
  | 'failed'
  /** It is not stored: its token is missing, for example because the browser blocks cookies. */
  | 'refused'
  | 'tooMany'
  | 'trapped'
  /** It may be stored: no answer came, or none that says. It can be sent again. */
  | 'unreachable'
  | 'unknown';

/** One line of the error list above the form. JSON, because the server sends it to the browser. */
export type FormError =
  /** A rule of the form is violated. */
  | ({ readonly kind: 'problem' } & FieldProblem)
  /** The API rejects a field, in its own words. */
  | { readonly kind: 'rejection'; readonly field: string; readonly text: string }
  /** The form could not be delivered. */
  | {
      readonly kind: 'failure';
      readonly reason: FailureReason;
      /** How long to wait, if the API says so. */
      readonly minutes?: number;
    };

/** The values in a form, in the browser or on the server. Missing fields count as empty. */
export const readForm = <Field extends string>(
  fields: FormFields<Field>,
  form: FormData | URLSearchParams,
): FormValues<Field> => valuesOf(fields, (field) => String(form.get(field) ?? ''));

/** Checks values by the rules of their form. */
export const checkForm = <Field extends string>(fields: FormFields<Field>, values: FormValues<Field>): FormError[] =>
  checkValues(fields, values).map((problem) => ({ kind: 'problem', ...problem }));

/** Whether a text is a valid key of a form. Only characters that a header allows. */
export const isFormKey = (text: string): boolean => /^[\w-]{8,64}$/.test(text);

/**
 * Sends a form. It is stored when no errors are returned.
 *
 * @param send sends it once, and throws what `ApiClient` throws
 */
export async function sendForm(
  fields: FormFields,
  send: (options: SendOptions) => Promise<void>,
  options: SendOptions,
): Promise<FormError[]> {
  try {
    await send(options).catch((error: unknown) => {
      // An earlier version was stored under this key without the visitor noticing. The changed text is a new form.
      if (statusOf(error) !== 409) throw error;
      return send({ ...options, key: newKey() });
    });
    return [];
  } catch (error) {
    const rejections = isRejected(error) ? rejectionsOf(fields, error) : [];
    return rejections.length > 0 ? rejections : [failureOf(error)];
  }
}

/** An entry may be about several fields: each gets its own line. */
function rejectionsOf(fields: FormFields, { errors }: ContactRejectedError): FormError[] {
  return errors.flatMap((entry) =>
    namesOf(fields).flatMap((field): FormError[] => {
      const text = Object.hasOwn(entry, field) ? entry[field] : undefined;
      return text ? [{ kind: 'rejection', field, text }] : [];
    }),
  );
}

function failureOf(error: unknown): FormError {
  const seconds = isApiError(error) && error.status === 429 ? error.retryAfter : undefined;
  return { kind: 'failure', reason: reasonOf(error), ...(seconds && { minutes: Math.ceil(seconds / 60) }) };
}

function reasonOf(error: unknown): FailureReason {
  const status = statusOf(error);
  if (isApiError(error) && status === undefined) return 'unreachable';
  if (isApiError(error) && 'mayBeStored' in error) return 'unknown';
  if (status === 403) return 'refused';
  if (status === 422) return 'trapped';
  return status === 429 ? 'tooMany' : 'failed';
}

/** The status of a failed call; undefined when it had no answer, or the error is another one. */
export const statusOf = (error: unknown): number | undefined => (isApiError(error) ? error.status : undefined);

// By name: a remote has a copy of this file, but the classes are the shell's.
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

const isRejected = (error: unknown): error is ContactRejectedError =>
  error instanceof Error && error.name === 'ContactRejectedError';

/** A new key for a form. `crypto.randomUUID` would be shorter, but needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
