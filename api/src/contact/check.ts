import {
  type ContactErrorEntry,
  type ContactFieldProblem,
  type ContactMessage,
  contactFields,
  contactProblemMessages,
  validateContact,
} from '@site/shared/contract/contact/contact.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { limits } from '../limits.ts';

/** What is wrong with a message, in the visitor's words and the order of the form; empty when nothing is. */
export function contactErrors(message: ContactMessage, language: Language): ContactErrorEntry[] {
  const problems = [...validateContact(message), ...tooLong(message)];
  return contactFields
    .flatMap((field) => problems.find((problem) => problem.field === field) ?? [])
    .map(({ field, problem }) => ({ [field]: contactProblemMessages[language][problem] }));
}

function tooLong(message: ContactMessage): ContactFieldProblem[] {
  return contactFields
    .filter((field) => message[field].length > limits.contact[field])
    .map((field) => ({ field, problem: field === 'email' ? 'emailFormat' : field }));
}
