import type { ContactMessage } from '@site/shared';
import { contactFields } from '@site/shared/contract/contact/contact.ts';
import { newKey, readForm } from '@site/shared/contract/contact/form.ts';

/** Keys of the session storage. */
const keys = { draft: 'contact-draft', attempt: 'contact-attempt' };

/** Saves what is in the form. */
export function saveDraft(form: HTMLFormElement): void {
  withStorage((storage) => storage.setItem(keys.draft, JSON.stringify(readForm(new FormData(form)))));
}

/** Restores the draft, but only into empty fields: what the visitor has typed since is worth more. */
export function restoreDraft(form: HTMLFormElement): void {
  withStorage((storage) => {
    const draft: Partial<ContactMessage> = JSON.parse(storage.getItem(keys.draft) ?? '{}');
    for (const field of contactFields) {
      const control = form.elements.namedItem(field);
      const isTextControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (isTextControl && control.value === '') control.value = draft[field] ?? '';
    }
  });
}

/** A message that was sent, and its key. */
interface Attempt {
  readonly words: string;
  readonly key: string;
}

// In memory as well, for when storage is blocked.
let lastAttempt: Attempt | undefined;

/**
 * The key of a message. The same words keep their key even after a reload, so that they are stored once, whether or not the
 * first try arrived.
 */
export function keyOf(message: ContactMessage): string {
  const words = JSON.stringify(message);
  const known =
    lastAttempt ?? withStorage((storage) => JSON.parse(storage.getItem(keys.attempt) ?? 'null') as Attempt | null);
  return known?.words === words ? known.key : rememberKey(message, newKey());
}

/** Remembers the key of a sent message. */
export function rememberKey(message: ContactMessage, key: string): string {
  lastAttempt = { words: JSON.stringify(message), key };
  withStorage((storage) => storage.setItem(keys.attempt, JSON.stringify(lastAttempt)));
  return key;
}

/** Drops draft and key: the message has arrived. */
export function forgetMessage(): void {
  lastAttempt = undefined;
  withStorage((storage) => storage.removeItem(keys.draft));
  withStorage((storage) => storage.removeItem(keys.attempt));
}

/**
 * Session storage survives reloads, crashes and navigation, but doesn't outlive the tab on a shared computer. Where it is
 * blocked, full or corrupt, the form works without it.
 */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
