import { sign, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RecordSignature, ReleaseManifest, Signature } from '@site/shared/contract/release.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import { nextSerial } from './bounds.ts';
import { type Purpose, publicKeyObject, type SigningKey } from './keys.ts';

/** What can be signed: a manifest (with the hashes of all its files), a pointer, or the route policy. */
type Description = Partial<Omit<ReleaseManifest, 'signature'>> & { readonly signature?: Signature };

/** The kind of what is signed. Policies are signed by keys that may sign the shell's pointers. */
export type SignedKind = Purpose | 'policy';

/** Signs a version. Its manifest names both the app and the version. */
export const signRelease = (manifest: ReleaseManifest, key: SigningKey): ReleaseManifest => ({
  ...manifest,
  signature: signatureOf('releases', manifest, { key: key.public }, key),
});

/** How a pointer or a route policy is signed. */
export interface RecordSigning {
  readonly key: SigningKey;
  /** The site to sign for: `siteAt` its origin. */
  readonly site: string;
  /** How long servers accept it, in milliseconds. */
  readonly life: number;
}

/**
 * Signs a record, with a higher serial than all earlier ones. The clock gives it, so it is above them even if the store has
 * lost them or someone has put an old one back. A serial far ahead of the clock is ignored.
 *
 * @param current what it replaces
 */
export function signRecord<Value extends Signed>(
  record: SignedRecord<Value>,
  value: NoInfer<Value>,
  current: NoInfer<Value> | undefined,
  { key, site, life }: RecordSigning,
): Value {
  const serial = nextSerial(current?.signature?.serial);
  return signClaims(record, value, { site, serial, expires: new Date(Date.now() + life).toISOString() }, key);
}

/** Signs a record with the given claims, whether or not servers accept them. */
export const signClaims = <Value extends Signed>(
  { kind, claims: own }: SignedRecord<Value>,
  value: NoInfer<Value>,
  claims: Omit<RecordSignature, keyof Signature>,
  key: SigningKey,
): Value => ({ ...value, signature: signatureOf(kind, value, { key: key.public, ...own, ...claims }, key) });

function signatureOf<Claims extends Omit<Signature, 'value'>>(
  purpose: SignedKind,
  description: Description,
  claims: Claims,
  key: SigningKey,
): Claims & Signature {
  return { ...claims, value: sign(null, signedBytes(purpose, description, claims), key.private).toString('base64url') };
}

/** Whether the key that a signature names has signed exactly this. */
export function isSigned(purpose: SignedKind, { signature, ...description }: Description): boolean {
  if (!signature) return false;
  const { value, ...claims } = signature;
  const bytes = signedBytes(purpose, description, claims);
  return verify(null, bytes, publicKeyObject(claims.key), Buffer.from(value, 'base64url'));
}

/** Whether two manifests describe the same files in the same way, no matter who signed them. */
export const isSameRelease = (
  { signature: _one, ...one }: ReleaseManifest,
  { signature: _other, ...other }: ReleaseManifest,
): boolean => isDeepStrictEqual(one, other);

/**
 * Everything except the signature itself, independent of the file's order and spaces. The purpose comes first, so a pointer
 * can never pass for a release.
 */
function signedBytes(
  purpose: SignedKind,
  { signature: _replaced, ...description }: Description,
  claims: Omit<Signature, 'value'> | Omit<RecordSignature, 'value'>,
): Buffer {
  return Buffer.from(`${purpose}\n${canonicalJson({ ...description, signature: claims })}`);
}

/** A value as JSON that is the same for any order of its keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, (_key, part: unknown) => sorted(part));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
