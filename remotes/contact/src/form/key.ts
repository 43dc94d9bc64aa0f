import type { ContactMessage } from '@site/shared';
import { withStorage } from './storage.ts';

/** A key, and the words that were sent under it. */
interface Attempt {
  readonly words: string;
  readonly key: string;
}

const storageKey = 'contact-attempt';

// Where storage is blocked, the page itself remembers.
let lastAttempt: Attempt | undefined;

/** A new key. `crypto.randomUUID` would be shorter, but browsers have it on https alone. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key of a message. The same words keep their key, also after a reload: whether or not the first try arrived, they are
 * stored once. Other words are another message.
 */
export function keyOf(message: ContactMessage): string {
  const words = JSON.stringify(message);
  const known =
    lastAttempt ?? withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as Attempt | null);
  return known?.words === words ? known.key : rememberKey(message, newKey());
}

/** Keeps the key under which a message was sent. */
export function rememberKey(message: ContactMessage, key: string): string {
  lastAttempt = { words: JSON.stringify(message), key };
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(lastAttempt)));
  return key;
}

/** Drops the key: its message has arrived. */
export function forgetKey(): void {
  lastAttempt = undefined;
  withStorage((storage) => storage.removeItem(storageKey));
}
