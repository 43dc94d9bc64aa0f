/**
 * What the site server and the contact page must agree on: the server takes the form from browsers without JavaScript. With
 * JavaScript, the page sends the message itself, by the same rules.
 */
import type { ApiError, ContactRejectedError } from '../../api/errors.ts';
import type { Language } from '../../i18n/languages.ts';
import type { ApiClient, SendOptions } from '../api.ts';
import type { ContactErrorEntry } from './contact.ts';
import {
  type ContactField,
  type ContactMessage,
  type ContactProblem,
  contactFields,
  messageOf,
  validateContact,
} from './fields.ts';

/** Names of the form's fields that aren't part of the message. */
export const contactFormFields = {
  /** Hidden, with the message's key. Only the response to a posted form has it: the page itself is cached for everyone. */
  key: 'key',
  /** The honeypot: the API rejects messages that fill it in. */
  honeypot: 'website',
} as const;

/** Where a browser without JavaScript goes after its message is stored: a query parameter that shows the confirmation, and its id. */
export const contactConfirmation = { query: 'sent', id: 'contact-sent' } as const;

/** What a page shows of a posted form whose message was not accepted. */
export interface ContactFormResult {
  readonly values: ContactMessage;
  readonly errors: readonly FormError[];
  /** The key of the message, for the next try. */
  readonly key: string;
}

/** Why a message could not be delivered; also the key of its text in the catalogue. */
type FailureReason =
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
  | { readonly kind: 'problem'; readonly field: ContactField; readonly problem: ContactProblem }
  /** The API rejects a field, in its own words. */
  | { readonly kind: 'rejection'; readonly field: ContactField; readonly text: string }
  /** The message could not be delivered. */
  | {
      readonly kind: 'failure';
      readonly reason: FailureReason;
      /** How long to wait, if the API says so. */
      readonly minutes?: number;
    };

/** The message in a form, in the browser or on the server. Missing fields count as empty. */
export const readForm = (form: FormData | URLSearchParams): ContactMessage =>
  messageOf((field) => String(form.get(field) ?? ''));

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
      // An earlier version was stored under this key without the visitor noticing. The changed text is a new message.
      if (statusOf(error) !== 409) throw error;
      return api.sendMessage(message, language, { ...options, key: newKey() });
    });
    return [];
  } catch (error) {
    const rejections = isRejected(error) ? rejectionsOf(error.errors) : [];
    return rejections.length > 0 ? rejections : [failureOf(error)];
  }
}

/** An entry may be about several fields: each gets its own line. */
function rejectionsOf(errors: readonly ContactErrorEntry[]): FormError[] {
  return errors.flatMap((entry) =>
    contactFields.flatMap((field): FormError[] => {
      const text = entry[field];
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

const statusOf = (error: unknown): number | undefined => (isApiError(error) ? error.status : undefined);

// By name: a remote has a copy of this file, but the classes are the shell's.
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

const isRejected = (error: unknown): error is ContactRejectedError =>
  error instanceof Error && error.name === 'ContactRejectedError';

/** A new key for a message. `crypto.randomUUID` would be shorter, but needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
