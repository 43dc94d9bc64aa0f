import {
  type ApiClient,
  ApiError,
  type ContactField,
  type ContactMessage,
  type ContactProblem,
  ContactRejectedError,
  type Language,
  type SendOptions,
} from '@site/shared';
import { contactFields, validateContact } from '@site/shared/contract/contact/contact.ts';

/** The message in a form, in the browser or on the server. */
export function readForm(form: FormData | URLSearchParams): ContactMessage {
  const read = (field: keyof ContactMessage) => String(form.get(field) ?? '');
  return { name: read('name'), email: read('email'), subject: read('subject'), message: read('message') };
}

/** Checks a message by the rules of the form. */
export function checkMessage(message: ContactMessage): FormError[] {
  return validateContact(message).map((problem) => ({ kind: 'problem', ...problem }));
}

interface Sending extends SendOptions {
  readonly message: ContactMessage;
  readonly language: Language;
  readonly key: string;
}

/** Sends a message. It is stored when no errors are returned. */
export async function sendMessage(api: ApiClient, { message, language, ...options }: Sending): Promise<FormError[]> {
  try {
    await api.sendMessage(message, language, options).catch((error: unknown) => {
      // Other words were stored under this key without the visitor noticing: these are another message.
      if (statusOf(error) !== 409) throw error;
      return api.sendMessage(message, language, { ...options, key: newKey() });
    });
    return [];
  } catch (error) {
    const rejections = error instanceof ContactRejectedError ? rejectionsOf(error) : [];
    return rejections.length > 0 ? rejections : [failureOf(error)];
  }
}

/** An entry may be about several fields: each gets its own line. */
function rejectionsOf({ errors }: ContactRejectedError): FormError[] {
  return errors.flatMap((entry) =>
    contactFields.flatMap((field): FormError[] => {
      const text = entry[field];
      return text ? [{ kind: 'rejection', field, text }] : [];
    }),
  );
}

function failureOf(error: unknown): FormError {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined;
  return { kind: 'failure', reason: reasonOf(error), ...(seconds && { minutes: Math.ceil(seconds / 60) }) };
}

function reasonOf(error: unknown): FailureReason {
  const status = statusOf(error);
  if (error instanceof ApiError && status === undefined) return 'unreachable';
  if (status === 422) return 'trapped';
  return status === 429 ? 'tooMany' : 'failed';
}

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);

/** Why a message could not be delivered; also the key of its text in the catalogue. */
type FailureReason = 'failed' | 'tooMany' | 'unreachable' | 'trapped';

/** One line of the error list above the form. JSON, because the server sends it to the browser. */
export type FormError =
  /** A rule of the form is violated. */
  | { readonly kind: 'problem'; readonly field: ContactField; readonly problem: ContactProblem }
  /** The API rejects a field, in its own words. */
  | { readonly kind: 'rejection'; readonly field: ContactField; readonly text: string }
  /** The message could not be delivered. */
  | {
      readonly kind: 'failure';
      readonly reason: FailureReason;
      /** How long to wait, where the API says so. */
      readonly minutes?: number;
    };

/** A new key for a message. `crypto.randomUUID` would be shorter, but needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
