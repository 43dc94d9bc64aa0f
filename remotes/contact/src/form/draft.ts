import type { ContactMessage } from '@site/shared';
import { contactFields } from '@site/shared/contract/contact/contact.ts';
import { readMessage } from './message.ts';
import { withStorage } from './storage.ts';

const draftKey = 'contact-draft';

/** Keeps what is in the form. */
export function saveDraft(form: HTMLFormElement): void {
  withStorage((storage) => storage.setItem(draftKey, JSON.stringify(readMessage(new FormData(form)))));
}

/** Puts the kept draft back, but only into empty fields: what the visitor has typed since is worth more. */
export function restoreDraft(form: HTMLFormElement): void {
  withStorage((storage) => {
    const draft: Partial<ContactMessage> = JSON.parse(storage.getItem(draftKey) ?? '{}');
    for (const field of contactFields) {
      const control = form.elements.namedItem(field);
      const isTextControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (isTextControl && control.value === '') control.value = draft[field] ?? '';
    }
  });
}

/** Drops the draft: its message has arrived. */
export function forgetDraft(): void {
  withStorage((storage) => storage.removeItem(draftKey));
}
