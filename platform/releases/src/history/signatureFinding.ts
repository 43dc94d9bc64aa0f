import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import { isSigned } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';

/** Who has signed a record. */
export interface LogSigner {
  /** The public key. */
  readonly key: string;
  /** What TRUSTED_KEYS calls it; absent when it isn't there. */
  readonly name?: string;
  /**
   * Whether the key is trusted for this, has ended, or isn't trusted for it: not any more, or it never was. `unknown` where
   * TRUSTED_KEYS isn't known.
   */
  readonly standing: 'trusted' | 'ended' | 'untrusted' | 'unknown';
}

/** What the log knows of a record's signature. */
export interface SignatureFinding {
  /** Absent when nobody has signed it. */
  readonly signer?: LogSigner;
  /** Why it isn't what the key has signed for this place. */
  readonly problem?: string;
}

/**
 * Who has signed a record, and whether it is what they signed: that stays so when their key isn't trusted any more.
 *
 * @param trust whose signatures servers accept, if known
 */
export function signatureFinding<Value extends Signed>(
  record: SignedRecord<Value>,
  value: NoInfer<Value>,
  trust: Trust | undefined,
): SignatureFinding {
  const { signature } = value;
  if (!signature) return {};
  const { key, serial } = signature;
  const name = trust?.nameOf(key);
  const until = name === undefined ? undefined : trust?.keys[name]?.until;
  const end = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const refusal = refusalOf(() => trust?.assertKept(record, value));
  const standing = !trust
    ? 'unknown'
    : refusal?.code === 'RELEASE-KEY'
      ? 'untrusted'
      : end > Date.now()
        ? 'trusted'
        : 'ended';
  const signer = { key, ...(name !== undefined && { name }), standing } as const;
  // Of an untrusted key, nobody has looked at the signature yet.
  const isVerified = standing === 'trusted' || standing === 'ended';
  const problem = isVerified ? (refusal?.message ?? late(record, serial > end)) : forged(record, value);
  return { signer, ...(problem !== undefined && { problem }) };
}

function refusalOf(check: () => void): OperatorError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
}

const late = ({ path }: SignedRecord, isLate: boolean): string | undefined =>
  isLate ? `RELEASE-KEY ${path} was signed after its key had ended.` : undefined;

function forged({ path, kind }: SignedRecord, value: Signed): string | undefined {
  try {
    if (isSigned(kind, value)) return undefined;
  } catch {
    // Not every text of this form is a key.
  }
  return `RELEASE-SIGNATURE ${path} is not what the key has signed that it names: someone has changed it.`;
}
