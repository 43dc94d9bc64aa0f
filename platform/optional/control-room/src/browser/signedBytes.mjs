// @ts-check
/** The very bytes that the releases’ signatures.ts and requests.ts sign. A test compares them. */

/** @import { SignedClaims, SigningTask } from '../pages/SigningTask.ts' */

const sorted = (/** @type {unknown} */ value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * What is signed of a record: its kind, then all of it, independent of order and spaces.
 *
 * @param {SigningTask['kind']} kind
 * @param {object} record without a signature
 * @param {SignedClaims} claims all that its signature states
 */
export const recordText = (kind, record, claims) =>
  `${kind}\n${JSON.stringify({ ...record, signature: claims }, (_key, part) => sorted(part))}`;

/**
 * What is signed of a request without a body (RFC 9421), and the headers that say so.
 *
 * @param {{ readonly method: string, readonly authority: string, readonly path: string }} request
 * @param {{ readonly key: string, readonly created: number, readonly nonce: string }} signer
 */
export async function requestText({ method, authority, path }, { key, created, nonce }) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array()));
  const digest = `sha-256=:${base64(hash)}:`;
  const parameters = `("@method" "@authority" "@path" "content-digest");created=${created};keyid="${key}";nonce="${nonce}";alg="ed25519"`;
  const lines = [
    `"@method": ${method}`,
    `"@authority": ${authority}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${parameters}`,
  ];
  return { text: lines.join('\n'), headers: { 'content-digest': digest, 'signature-input': `sig=${parameters}` } };
}

/** @param {Uint8Array} bytes */
export const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** @param {Uint8Array} bytes */
export const base64url = (bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
