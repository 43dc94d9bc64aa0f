import { limits } from '../limits.ts';
import type { ContactField, ContactMessage } from './message.ts';

/** What can be wrong with a message: also the key of its sentence in the catalogues beside this file. */
export type ContactProblem = 'name' | 'subject' | 'message' | 'email' | 'emailFormat';

/** A problem and the field it belongs to. */
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

/** Checks a message by the rules of the form; the same rules hold in the browser and in the API. */
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
