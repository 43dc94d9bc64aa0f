import { createHash } from 'node:crypto';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import { canonicalJson } from '../signing/signatures.ts';

/**
 * What the name of a kept record's file says of it: when it was signed, and with which key. Anyone who can write to the store may have
 * written it: what is in the file counts.
 */
export interface KeptName {
  readonly name: string;
  readonly serial: number;
  /** The public key. */
  readonly key: string;
}

const ending = '.json';
const namePattern = new RegExp(`^(\\d{16})-([\\w-]{40,90})-[\\w-]{16}\\${ending}$`);

/**
 * The name of the file in which a record is kept after another one has replaced it; undefined without a signature: anyone could make
 * that up. In the order of their names, records are in the order of their serials, which come from the clock. Two records never have the same
 * name, whatever serial a key has signed.
 */
export function keptName(value: Signed): KeptName | undefined {
  const { serial, key } = value.signature ?? {};
  if (serial === undefined || key === undefined) return undefined;
  const hash = createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16);
  return { name: `${String(serial).padStart(16, '0')}-${key}-${hash}${ending}`, serial, key };
}

/** What the name of a file says; undefined when no kept record has such a name. */
export function readKeptName(name: string): KeptName | undefined {
  const [, serial, key] = namePattern.exec(name) ?? [];
  return serial === undefined || key === undefined ? undefined : { name, serial: Number(serial), key };
}

/** The path of a kept record in its store; undefined when the record isn't kept. */
export function keptPath({ history }: Pick<SignedRecord, 'history'>, value: Signed): string | undefined {
  const kept = keptName(value);
  return kept && `${history}/${kept.name}`;
}

/** A kept record, which is read as the one that replaced it. */
export const keptRecord = <Value extends Signed>(
  record: SignedRecord<Value>,
  { name }: Pick<KeptName, 'name'>,
): SignedRecord<Value> => ({ ...record, path: `${record.history}/${name}` });
