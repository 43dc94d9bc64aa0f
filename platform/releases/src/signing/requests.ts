import { createHash, randomBytes, sign, verify } from 'node:crypto';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { publicKeyObject, type SigningKey } from './keys.ts';

/** A request to a release service. */
export interface SignedRequest {
  readonly method: string;
  /** The full address: the signature is valid at no other service. */
  readonly url: string;
  /** Undefined when there is none. */
  readonly body?: string | Buffer | undefined;
}

/** A request as it has arrived, before its body. */
export interface ArrivedRequest {
  readonly method: string;
  /** The service's host, with its port, as clients address it. */
  readonly authority: string;
  /** The path of the address, without a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who signed a request, and what identifies it. */
export interface RequestSignature {
  /** The public key. */
  readonly key: string;
  readonly nonce: string;
  /** When it expires, in milliseconds since 1970. */
  readonly until: number;
}

/** How long a signature is valid before and after its time, in milliseconds, because clocks differ. */
export const requestAge = 5 * 60_000;

/** What a signature covers (RFC 9421, 2.2), in this order: the body by its digest (RFC 9530). */
const covered = '("@method" "@authority" "@path" "content-digest")';

/** Signs a request with a team's key (RFC 9421); returns the headers to send with it. They are valid once. */
export function signRequest({ method, url, body = '' }: SignedRequest, key: SigningKey) {
  const { host, pathname } = new URL(url);
  const digest = digestOf(createHash('sha256').update(body).digest());
  const created = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(16).toString('base64url');
  const parameters = `${covered};created=${created};keyid="${key.public}";nonce="${nonce}";alg="ed25519"`;
  const base = signatureBase({ method, authority: host, path: pathname, digest, parameters });
  return {
    'content-digest': digest,
    'signature-input': `sig=${parameters}`,
    signature: `sig=:${sign(null, base, key.private).toString('base64')}:`,
  };
}

/**
 * Who signed a request, according to its headers. `Trust` checks whether the key may make it, and `digested` whether the
 * body is the signed one.
 *
 * @throws {OperatorError} RELEASE-REQUEST when it is unsigned, changed or too old
 */
export function signerOf({ method, authority, path, headers }: ArrivedRequest): RequestSignature {
  const [, parameters = ''] = /^sig=(.{1,500})$/.exec(String(headers['signature-input'] ?? '')) ?? [];
  const [, value = ''] = /^sig=:([\w+/]{86}==):$/.exec(String(headers.signature ?? '')) ?? [];
  const { created, key, nonce } = readParameters(parameters);
  if (key === undefined || nonce === undefined || value === '') throw refused('is not signed');
  const time = Number(created) * 1000;
  if (Math.abs(Date.now() - time) > requestAge)
    throw refused('was signed at another time: compare the clocks of both machines');
  const digest = String(headers['content-digest'] ?? '');
  if (!isSigned(signatureBase({ method, authority, path, digest, parameters }), key, value))
    throw refused(`is not the one that was signed, or was signed for another service than ${authority}`);
  return { key, nonce, until: time + requestAge };
}

/**
 * Passes on the body of a request, and checks it against the signed `Content-Digest`.
 *
 * @throws {OperatorError} RELEASE-REQUEST after its last byte, if it doesn't match
 */
export async function* digested(chunks: AsyncIterable<Uint8Array>, digest: unknown): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (digestOf(hash.digest()) !== digest) throw refused('has another body than was signed');
}

const digestOf = (hash: Buffer): string => `sha-256=:${hash.toString('base64')}:`;

/** The parameters of a signature, if it covers all that it must. */
function readParameters(parameters: string): Readonly<Partial<Record<'created' | 'key' | 'nonce', string>>> {
  if (!parameters.startsWith(`${covered};`)) return {};
  const pattern = /^;created=(\d{1,12});keyid="([\w-]{43})";nonce="([\w-]{16,64})";alg="ed25519"$/;
  const [, created, key, nonce] = pattern.exec(parameters.slice(covered.length)) ?? [];
  return created && key && nonce ? { created, key, nonce } : {};
}

function isSigned(bytes: Buffer, key: string, value: string): boolean {
  try {
    return verify(null, bytes, publicKeyObject(key), Buffer.from(value, 'base64'));
  } catch {
    // 43 characters need not be a point of the curve.
    return false;
  }
}

const refused = (reason: string): OperatorError =>
  new OperatorError('RELEASE-REQUEST', `The request ${reason}. Give a key of your team: --key FILE, or RELEASE_KEY.`);

/** The bytes that are signed (RFC 9421, 2.5). Unlike any signed release or pointer, they begin with `"@method"`. */
function signatureBase(parts: {
  readonly method: string;
  readonly authority: string;
  readonly path: string;
  readonly digest: string;
  readonly parameters: string;
}): Buffer {
  const lines = [
    `"@method": ${parts.method}`,
    `"@authority": ${parts.authority}`,
    `"@path": ${parts.path}`,
    `"content-digest": ${parts.digest}`,
    `"@signature-params": ${parts.parameters}`,
  ];
  return Buffer.from(lines.join('\n'));
}
