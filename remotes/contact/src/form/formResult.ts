import type { ContactMessage } from '@site/shared';
import type { FormError } from './formError.ts';

/** Name of the field that carries the key of a form without scripts. The cached page has none: it is the same for everyone. */
export const keyField = 'key';

/** What the page's action answers to a message that did not get through: all that the form needs to show it again. */
export interface FormResult {
  readonly values: ContactMessage;
  readonly errors: readonly FormError[];
  /** The key under which the message was sent, and is to be sent again. */
  readonly key: string;
}
