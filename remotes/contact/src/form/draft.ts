import type { ContactMessage } from '@site/shared';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { newKey, readForm } from '@site/shared/contract/contact/form.ts';

/** A message that was sent, and its key. */
interface Attempt {
  readonly words: string;
  readonly key: string;
}

/** What the form remembers. */
interface Kept {
  readonly draft?: Partial<ContactMessage>;
  readonly attempt?: Attempt;
}

/** Its name in the state of the history entry. */
const stateName = 'contactForm';

/**
 * In this module's memory, for all entries of this document, and in the history entry of the form, which survives reloads,
 * crashes and navigation, but not the tab. Never in storage: every page of the site could read it there.
 */
let kept: Kept | undefined;

/** How often the history entry is changed, within milliseconds: Safari allows 100 changes in 10 seconds. */
const mostChanges = 80;
const changesWithin = 10_000;

/** How often the history entry was changed since the timer began. */
let changes = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves what is in the form. When the history entry has changed too often, it follows a little later.
 *
 * @param suggestedSubject the subject of the plan that the visitor came from: left as it is, it is the page's and not theirs
 */
export function saveDraft(form: HTMLFormElement, suggestedSubject: string): void {
  const words = readForm(new FormData(form));
  const subject = words.subject === suggestedSubject ? '' : words.subject;
  kept = { ...read(), draft: { ...words, subject } };
  timer ??= setTimeout(() => {
    endTimer();
    writeDraft(form);
  }, changesWithin);
  if (changes < mostChanges) writeDraft(form);
  changes += 1;
}

/** Saves the draft in the history entry now, if that is still the form's: an address changes before its page. */
function writeDraft(form: HTMLFormElement): void {
  if (form.isConnected && new URL(form.action).pathname === window.location.pathname) write();
}

/** Restores the draft, but only into fields that still have their initial value: newer text from the visitor takes priority. */
export function restoreDraft(form: HTMLFormElement): void {
  const { draft = {} } = read();
  for (const field of contactFields) {
    const control = controlOf(form, field);
    if (control.value === control.defaultValue) control.value = draft[field] || control.value;
  }
}

/** The form's control with a name. */
export const controlOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;

/**
 * The key of a message. The same words keep their key even after a reload, so that they are stored once, whether or not the
 * first try arrived.
 */
export function keyOf(form: HTMLFormElement, message: ContactMessage): string {
  const { attempt } = read();
  return attempt?.words === JSON.stringify(message) ? attempt.key : rememberKey(form, message, newKey());
}

/** Remembers the key of a sent message. */
export function rememberKey(form: HTMLFormElement, message: ContactMessage, key: string): string {
  kept = { ...read(), attempt: { words: JSON.stringify(message), key } };
  writeDraft(form);
  return key;
}

/** Drops draft and key: the message has arrived. */
export function forgetMessage(): void {
  endTimer();
  kept = {};
  write();
}

function endTimer(): void {
  clearTimeout(timer);
  timer = undefined;
  changes = 0;
}

/** What is remembered: of this document, or of the one that the history entry had before. */
function read(): Kept {
  kept ??= ((window.history.state as Record<string, unknown> | null)?.[stateName] as Kept | undefined) ?? {};
  return kept;
}

/** Where the browser refuses it, the form works without it. */
function write(): void {
  try {
    window.history.replaceState({ ...window.history.state, [stateName]: kept }, '');
  } catch {
    // The draft is still in memory.
  }
}
