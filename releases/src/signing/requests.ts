import { createHash, sign, verify } from 'node:crypto';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { publicKeyObject, type SigningKey } from './keys.ts';

/** What a release service is asked for. */
export interface SignedRequest {
  readonly method: string;
  /** The path of the address, without a query. */
  readonly path: string;
  /** Undefined when there is none. */
  readonly body?: string | Buffer | undefined;
}

const scheme = 'Ed25519';

/** How many milliseconds a signature counts, before and after its time: clocks differ. */
export const requestAge = 5 * 60_000;

/** Signs a request with a team's key; returns the value of its `Authorization` header. */
export function signRequest(request: SignedRequest, key: SigningKey): string {
  const time = Date.now();
  const value = sign(null, signedBytes(request, time), key.private).toString('base64url');
  return `${scheme} ${key.public}.${time}.${value}`;
}

/**
 * The public key that has signed a request. Whether it may ask for that is for `Trust` to say.
 *
 * @throws {OperatorError} RELEASE-REQUEST when nobody has signed it, or not this one, or too long ago
 */
export function signerOf(request: SignedRequest, authorization: string | undefined): string {
  const [, key, time, value] = /^Ed25519 ([\w-]{43})\.(\d{1,15})\.([\w-]{86})$/.exec(authorization ?? '') ?? [];
  if (key === undefined || value === undefined) throw refused('is not signed');
  const age = Math.abs(Date.now() - Number(time));
  if (age > requestAge) throw refused('was signed at another time: compare the clocks of both machines');
  if (!isSigned(signedBytes(request, Number(time)), key, value)) throw refused('is not the one that was signed');
  return key;
}

function isSigned(bytes: Buffer, key: string, value: string): boolean {
  try {
    return verify(null, bytes, publicKeyObject(key), Buffer.from(value, 'base64url'));
  } catch {
    // 43 characters need not be a point of the curve.
    return false;
  }
}

const refused = (reason: string): OperatorError =>
  new OperatorError('RELEASE-REQUEST', `The request ${reason}. Give a key of your team: --key FILE, or RELEASE_KEY.`);

/** Its purpose comes first: the signature of a request is never that of a release or a pointer. */
function signedBytes({ method, path, body = '' }: SignedRequest, time: number): Buffer {
  const hash = createHash('sha256').update(body).digest('base64url');
  return Buffer.from(`requests\n${method} ${path}\n${time}\n${hash}`);
}
