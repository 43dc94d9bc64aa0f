import type { ContactErrorEntry } from '@site/shared/contract/contact/contact.ts';
import {
  type ContactMessage,
  type ContactProblem,
  contactSchema,
  messageOf,
  schemaOf,
} from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { checkValues, normalValue } from '@site/shared/contract/form/fields.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { Problem } from '../errors/Problem.ts';
import { cleanLine, cleanText } from '../sanitizeText.ts';

/**
 * Reads the message from a request's body. A field that is missing or not a string counts as empty, for `validateMessage`
 * to report.
 *
 * @throws {Problem} when the body isn't an object
 */
export function parseMessage(body: unknown): ContactMessage {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem(400, 'invalid_request');
  const values = body as Readonly<Record<string, unknown>>;
  return messageOf((field) => {
    const value = values[field];
    const schema = schemaOf(field);
    const clean = schema.kind === 'text' ? cleanText : cleanLine;
    return normalValue(schema, clean(typeof value === 'string' ? value : ''));
  });
}

/** What is wrong with a message, in the visitor's language and the order of the form. At most one error per field. */
export const validateMessage = (message: ContactMessage, language: Language): ContactErrorEntry[] =>
  // Only fields with a format have a problem with it.
  checkValues(contactSchema, message).map(({ field, problem }) => ({
    [field]: contactTexts[language].problems[problem as ContactProblem],
  }));
