import type { ContactField, ContactProblem } from '@site/shared';

/** Why a message could not be handed over: also the key of the sentence that says so. */
export type FailureReason = 'failed' | 'tooMany' | 'unreachable' | 'trapped';

/** One line of the error list above the form. It is JSON, so that the server can hand it to the browser. */
export type FormError =
  /** A rule of the form is broken. */
  | { readonly kind: 'problem'; readonly field: ContactField; readonly problem: ContactProblem }
  /** The API refuses a field, in its own words. */
  | { readonly kind: 'rejection'; readonly field: ContactField; readonly text: string }
  /** The message could not be handed over. */
  | { readonly kind: 'failure'; readonly reason: FailureReason };
