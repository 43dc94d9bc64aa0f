import type { ContactField, ContactProblem } from '@site/shared';

/** One line of the error list above the form. It is JSON, so that the server can hand it to the browser. */
export type FormError =
  /** A rule of the form is broken. */
  | { readonly kind: 'problem'; readonly field: ContactField; readonly problem: ContactProblem }
  /** The API refuses a field, in its own words. */
  | { readonly kind: 'rejection'; readonly field: ContactField; readonly text: string }
  /** The message could not be handed over; the value is the key of the sentence that says so. */
  | { readonly kind: 'failure'; readonly reason: 'failed' | 'tooMany' };
