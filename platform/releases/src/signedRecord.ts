import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { PointerSignature } from '@site/shared/contract/release.ts';
import type { z } from 'zod';
import { isShallow } from './descriptions.ts';

/** A pointer or a route policy whose signature has the right form, and of which nothing else is known. */
export interface SignedRecord {
  readonly signature?: PointerSignature;
}

/** How one kind of signed file is read. */
export interface RecordKind<Value> {
  /** What is read before the signature counts. */
  readonly head: z.ZodType<{ readonly version?: string | undefined }>;
  /**
   * Reads the whole.
   *
   * @param source the file's name for messages
   * @throws {OperatorError} saying what is wrong
   */
  readonly parse: (raw: unknown, source: string) => Value;
}

/** What a file says, or why it counts for nothing; with the version that it names, when it is one of an untrusted signer. */
export type RecordReading<Value> =
  | { readonly value: Value }
  | { readonly problem: OperatorError; readonly version?: string | undefined };

/**
 * Reads a file that anyone may have written. Its signature is checked first: that costs least, and the rest of an unsigned
 * file is then never looked at.
 *
 * @param assertSigned throws when no trusted key has signed it
 */
export function readRecord<Value>(
  { content, source }: { readonly content: Buffer; readonly source: string },
  { head, parse }: RecordKind<Value>,
  assertSigned: (record: SignedRecord) => void,
): RecordReading<Value> {
  const raw = jsonOf(content);
  const known = isShallow(raw) ? head.safeParse(raw) : undefined;
  if (!known?.success) return parsed(() => parse(undefined, source));
  const signed = parsed(() => assertSigned(raw as SignedRecord));
  return 'problem' in signed ? { ...signed, version: known.data.version } : parsed(() => parse(raw, source));
}

function parsed<Value>(read: () => Value): RecordReading<Value> {
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
