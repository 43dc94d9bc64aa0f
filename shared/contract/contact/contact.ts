import type { ContactField } from './fields.ts';

export type { ContactField, ContactMessage } from './fields.ts';

/** One entry of `errors` in a 422 response: the text to show for a field. */
export type ContactErrorEntry = Partial<Record<ContactField, string>>;

/** Body of a response that rejects a message. */
export interface ContactRejection {
  readonly errors: readonly ContactErrorEntry[];
}
