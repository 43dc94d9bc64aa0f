/** What a visitor writes in the contact form: the body of `POST /api/v1/contact`. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** A field of the contact form. */
export type ContactField = keyof ContactMessage;

/** The fields in the order in which the form shows them. */
export const contactFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** One entry of a 422 answer's `errors`: the sentence to show, under the field's name. */
export type ContactErrorEntry = Partial<Record<ContactField, string>>;

/** Body of an answer that refuses a message. */
export interface ContactRejection {
  readonly errors: readonly ContactErrorEntry[];
}
