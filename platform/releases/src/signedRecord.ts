import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RecordSignature } from '@site/shared/contract/release.ts';
import type { z } from 'zod';
import { isShallow } from './descriptions.ts';

/** What pointers and route policies have in common. */
export interface Signed {
  /** Absent where nothing is signed. */
  readonly signature?: RecordSignature;
  /** The version that a pointer makes live. */
  readonly version?: string;
}

/** A file of a store that may change. */
export interface ChangingFile {
  /** Its path in the store, which errors name. */
  readonly path: string;
  /** Maximum bytes. */
  readonly limit: number;
}

/**
 * A small file of a store that changes, and that a key has signed: `pointerOf` an app, or the `routePolicy`. It says where the
 * file is, how it is read, and whose keys sign it.
 */
export interface SignedRecord<Value extends Signed = Signed> extends ChangingFile {
  /** The path of its lock. */
  readonly lock: string;
  /** The path of the folder where it is kept, and what it has replaced. */
  readonly history: string;
  /** What servers report and remember it as: the app of a pointer, or the path of the policy. */
  readonly subject: string;
  /** Keys that may sign pointers of this app sign it. */
  readonly app: string;
  /** What is signed, so that a pointer can never pass for a policy. */
  readonly kind: 'pointers' | 'policy';
  /** What its signature states besides its site, serial and expiry. */
  readonly claims: Pick<RecordSignature, 'app'>;
  /** What is read before the signature counts. */
  readonly head: z.ZodType<{ readonly version?: string | undefined }>;
  /**
   * Checks the whole.
   *
   * @param source the file's name for messages
   * @throws {OperatorError} RELEASE-POINTER or RELEASE-POLICY, saying what is wrong
   */
  readonly parse: (raw: unknown, source: string) => Value;
  /** The code of the error that `parse` throws. */
  readonly damage: string;
  readonly words: RecordWords;
}

/** What errors about a record say. */
interface RecordWords {
  /** Such as `The pointer of blog`. */
  readonly name: string;
  /** Such as `pointer`. */
  readonly kind: string;
  /** While someone else changes it. */
  readonly busy: string;
  /** When someone else has changed it. */
  readonly changed: (current: Signed | undefined) => string;
  readonly remedies: {
    readonly signer: string;
    readonly site: string;
    readonly ahead: string;
    readonly replayed: string;
    readonly expired: (value: Signed) => string;
  };
}

/** The error while someone else changes a record. */
export const busyError = ({ words }: SignedRecord): OperatorError => new OperatorError('RELEASE-BUSY', words.busy);

/** The error when someone else has changed a record. */
export const changedError = ({ words }: SignedRecord, current: Signed | undefined): OperatorError =>
  new OperatorError('RELEASE-BUSY', words.changed(current));

/**
 * Reads a record of a store.
 *
 * @param content undefined when the file is missing
 * @throws {OperatorError} as `SignedRecord.parse` when it is damaged, else whatever reading it throws
 */
export async function readRecord<Value extends Signed>(
  { path, parse }: SignedRecord<Value>,
  content: Promise<Buffer | undefined>,
  location: string,
): Promise<Value | undefined> {
  const read = await content.catch((error: unknown) => {
    // A link, a folder or an oversized file is as good as a damaged one.
    if (error instanceof OperatorError && error.code === 'RELEASE-FILE') return Buffer.alloc(0);
    throw error;
  });
  return read && parse(jsonOf(read), `${location}/${path}`);
}

/** What a file says, or why it counts for nothing; with the version that it names, when it is one of an untrusted signer. */
export type RecordReading<Value> =
  | { readonly value: Value }
  | { readonly problem: OperatorError; readonly version?: string | undefined };

/**
 * Reads a record that anyone may have written. Its signature is checked first: that costs least, and the rest of an unsigned
 * file is then never looked at.
 *
 * @param assertSigner throws when no trusted key has signed it
 */
export function readUntrusted<Value extends Signed>(
  { path, head, parse }: SignedRecord<Value>,
  content: Buffer,
  location: string,
  assertSigner: (value: Signed) => void,
): RecordReading<Value> {
  const source = `${location}/${path}`;
  const raw = jsonOf(content);
  const known = isShallow(raw) ? head.safeParse(raw) : undefined;
  if (!known?.success) return outcomeOf(() => parse(undefined, source));
  const signed = outcomeOf(() => assertSigner(raw as Signed));
  return 'problem' in signed ? { ...signed, version: known.data.version } : outcomeOf(() => parse(raw, source));
}

function outcomeOf<Value>(read: () => Value): RecordReading<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof OperatorError) return { problem: error };
    throw error;
  }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The text of a record in a store.
 *
 * @throws {OperatorError} RELEASE-LIMIT when servers would refuse it for its size
 */
export function recordText({ path, limit }: Pick<SignedRecord, 'path' | 'limit'>, value: object): string {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const size = Buffer.byteLength(text);
  if (size <= limit) return text;
  throw new OperatorError(
    'RELEASE-LIMIT',
    `${path} would have ${size} bytes; servers read ${limit} at most. Take out of it what is no longer needed.`,
  );
}
