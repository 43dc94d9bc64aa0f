import type { ContactField, ContactMessage } from '@site/shared/contract/contact/contact.ts';
import { Problem } from '../errors/Problem.ts';
import { isRecord } from '../isRecord.ts';
import { cleanLine, cleanText } from '../text.ts';

/**
 * The message in a request's body. A field that is absent or not a text counts as empty, so that the rules of the form speak.
 *
 * @throws {Problem} when the body isn't an object
 */
export function readMessage(body: unknown): ContactMessage {
  if (!isRecord(body)) throw new Problem(400, 'invalid_request');
  return {
    name: cleanLine(textOf(body, 'name')),
    email: cleanLine(textOf(body, 'email')),
    subject: cleanLine(textOf(body, 'subject')),
    message: cleanText(textOf(body, 'message')),
  };
}

function textOf(body: Readonly<Record<string, unknown>>, field: ContactField): string {
  const value = body[field];
  return typeof value === 'string' ? value : '';
}
