import {
  type ApiClient,
  ApiError,
  type ContactMessage,
  ContactRejectedError,
  type Language,
  type SendOptions,
} from '@site/shared';
import { contactFields, validateContact } from '@site/shared/contract/contact/contact.ts';
import type { FailureReason, FormError } from './formError.ts';
import { newKey } from './key.ts';

/** The message in a form, whether the browser reads it or the server receives it. */
export function readMessage(form: FormData | URLSearchParams): ContactMessage {
  const read = (field: keyof ContactMessage) => String(form.get(field) ?? '');
  return { name: read('name'), email: read('email'), subject: read('subject'), message: read('message') };
}

/** What the rules of the form have against a message. */
export function checkMessage(message: ContactMessage): FormError[] {
  return validateContact(message).map((problem) => ({ kind: 'problem', ...problem }));
}

/** A message on its way: its words, and how it is sent. */
export interface Sending extends SendOptions {
  readonly message: ContactMessage;
  readonly language: Language;
  readonly key: string;
}

/** Sends a message. No errors: it is stored. */
export async function sendMessage(api: ApiClient, { message, language, ...options }: Sending): Promise<FormError[]> {
  try {
    await api.sendMessage(message, language, options).catch((error: unknown) => {
      // Other words have arrived under this key, although the visitor never heard of it: these are another message.
      if (statusOf(error) !== 409) throw error;
      return api.sendMessage(message, language, { ...options, key: newKey() });
    });
    return [];
  } catch (error) {
    const rejections = error instanceof ContactRejectedError ? rejectionsOf(error) : [];
    return rejections.length > 0 ? rejections : [{ kind: 'failure', reason: reasonOf(error) }];
  }
}

/** An entry may speak of several fields: each gets its own line. */
function rejectionsOf({ errors }: ContactRejectedError): FormError[] {
  return errors.flatMap((entry) =>
    contactFields.flatMap((field): FormError[] => {
      const text = entry[field];
      return text ? [{ kind: 'rejection', field, text }] : [];
    }),
  );
}

function reasonOf(error: unknown): FailureReason {
  const status = statusOf(error);
  if (error instanceof ApiError && status === undefined) return 'unreachable';
  if (status === 422) return 'trapped';
  return status === 429 ? 'tooMany' : 'failed';
}

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);
