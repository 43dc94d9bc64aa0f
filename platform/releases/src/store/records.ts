import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { recordLimits } from '../limits.ts';
import { storePath } from '../names.ts';

/** A pointer or the route policy, as a store has it. Nothing in it is checked. */
export interface StoredRecord {
  readonly content: Buffer;
  /** Changes whenever the content does; undefined when the store can't tell. */
  readonly state: string | undefined;
}

/** Maximum bytes of a pointer, or of the route policy. */
export const recordLimit = (path: string): number =>
  path === storePath.policy ? recordLimits.policy : recordLimits.pointer;

/**
 * The text of a pointer or a route policy in a store.
 *
 * @throws {OperatorError} RELEASE-LIMIT when servers would refuse it for its size
 */
export function recordText(path: string, record: object): string {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const [size, limit] = [Buffer.byteLength(text), recordLimit(path)];
  if (size <= limit) return text;
  throw new OperatorError(
    'RELEASE-LIMIT',
    `${path} would have ${size} bytes; servers read ${limit} at most. Take out of it what is no longer needed.`,
  );
}
