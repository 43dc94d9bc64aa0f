import { isMessageKey } from '@site/shared/contract/contact/contact.ts';
import { Problem } from '../errors/Problem.ts';

/** The header that names a message, so that it can be sent again without being stored twice. */
export const keyHeader = 'idempotency-key';

/**
 * The key of a message, if its sender gave it one; in quotes, as the draft of the standard has it, or without.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * @throws {Problem} when it can't be one
 */
export function readKey(headers: Readonly<Record<string, unknown>>): string | undefined {
  const value = headers[keyHeader];
  if (value === undefined || value === '') return undefined;
  const key = String(value).replace(/^"(.*)"$/, '$1');
  if (!isMessageKey(key)) throw new Problem(400, 'invalid_request');
  return key;
}
