import type { ContactMessage } from '@site/shared';
import type { FormError } from './formError.ts';

/** What the page's action answers to a message that did not get through: all that the form needs to show it again. */
export interface FormResult {
  readonly values: ContactMessage;
  readonly errors: readonly FormError[];
}
