import { limits } from '@site/shared/contract/limits.ts';
import { Problem } from '../errors/Problem.ts';
import { isRecord } from '../isRecord.ts';

/**
 * Refuses what no person sends: a field that people don't see is filled in, or the form was sent faster than anybody can
 * write. Who is refused is told so, because people are caught as well: their browser may have filled in the field.
 * A form posted without scripts can't say how long it took, and needn't.
 *
 * @throws {Problem} that says what to do
 */
export function assertPerson(body: unknown): void {
  if (!isRecord(body)) return;
  const { website, elapsed } = body;
  if (typeof website === 'string' && website !== '') throw new Problem(422, 'trap_filled');
  if (typeof elapsed === 'number' && elapsed < limits.contactFillTime) {
    throw new Problem(429, 'too_fast', Math.ceil(limits.contactFillTime / 1000));
  }
}
