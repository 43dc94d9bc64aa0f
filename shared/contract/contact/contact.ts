import type { Language } from '../../i18n/languages.ts';
import { limits } from '../limits.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** A contact message: the body of `POST /api/v1/contact`. */
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

/** One entry of `errors` in a 422 response: the text to show for a field. */
export type ContactErrorEntry = Partial<Record<ContactField, string>>;

/** Body of a response that rejects a message. */
export interface ContactRejection {
  readonly errors: readonly ContactErrorEntry[];
}

/** Whether a text is a valid key of a message. Only characters that a header allows. */
export const isMessageKey = (text: string): boolean => /^[\w-]{8,64}$/.test(text);

/** What can be wrong with a message; also the key of its text in the catalogues beside this file. */
export type ContactProblem = 'name' | 'subject' | 'message' | 'email' | 'emailFormat';

/** A problem of a field. */
export interface ContactFieldProblem {
  readonly field: ContactField;
  readonly problem: ContactProblem;
}

/**
 * The e-mail pattern of the HTML standard, with a dot required in the domain.
 *
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Checks a message by the rules of the form, which are the same in the browser and in the API. */
export function validateContact(message: ContactMessage): ContactFieldProblem[] {
  const problems: ContactFieldProblem[] = [];
  const email = message.email.trim();
  if (message.name.trim().length < limits.contact.name) problems.push({ field: 'name', problem: 'name' });
  if (email === '') problems.push({ field: 'email', problem: 'email' });
  else if (!emailPattern.test(email)) problems.push({ field: 'email', problem: 'emailFormat' });
  if (message.subject.trim().length < limits.contact.subject) problems.push({ field: 'subject', problem: 'subject' });
  if (message.message.trim().length < limits.contact.message) problems.push({ field: 'message', problem: 'message' });
  return problems;
}

/** The text of each problem in each language: the API sends them, and the form shows them. */
export const contactProblemMessages: Readonly<Record<Language, Readonly<Record<ContactProblem, string>>>> = {
  en,
  fr,
  es,
};
