import {
  type ContactErrorEntry,
  type ContactField,
  type ContactFieldProblem,
  type ContactMessage,
  contactFields,
  contactProblemMessages,
  validateContact,
} from '@site/shared/contract/contact/contact.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { Problem } from '../errors/Problem.ts';
import { limits } from '../limits.ts';
import { cleanLine, cleanText } from '../sanitizeText.ts';

/**
 * Reads the message from a request's body. A field that is missing or not a string counts as empty, for `validateMessage`
 * to report.
 *
 * @throws {Problem} when the body isn't an object
 */
export function parseMessage(body: unknown): ContactMessage {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem(400, 'invalid_request');
  const fields = body as Readonly<Record<string, unknown>>;
  const textOf = (field: ContactField) => (typeof fields[field] === 'string' ? fields[field] : '');
  return {
    name: cleanLine(textOf('name')),
    email: cleanLine(textOf('email')),
    subject: cleanLine(textOf('subject')),
    message: cleanText(textOf('message')),
  };
}

/** What is wrong with a message, in the visitor's language and the order of the form. At most one error per field. */
export function validateMessage(message: ContactMessage, language: Language): ContactErrorEntry[] {
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
