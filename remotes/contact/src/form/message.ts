import {
  type ApiClient,
  ApiError,
  type ContactMessage,
  ContactRejectedError,
  contactFields,
  type Language,
  validateContact,
} from '@site/shared';
import type { FormError } from './formError.ts';

/** The message in a form, whether the browser reads it or the server receives it. */
export function readMessage(form: FormData | URLSearchParams): ContactMessage {
  const read = (field: keyof ContactMessage) => String(form.get(field) ?? '');
  return { name: read('name'), email: read('email'), subject: read('subject'), message: read('message') };
}

/** What the rules of the form have against a message. */
export function checkMessage(message: ContactMessage): FormError[] {
  return validateContact(message).map((problem) => ({ kind: 'problem', ...problem }));
}

/** Sends a message. No errors: it is stored. */
export async function sendMessage(api: ApiClient, message: ContactMessage, language: Language): Promise<FormError[]> {
  try {
    await api.sendMessage(message, language);
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

function reasonOf(error: unknown): 'failed' | 'tooMany' {
  return error instanceof ApiError && error.status === 429 ? 'tooMany' : 'failed';
}
