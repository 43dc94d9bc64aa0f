import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { hasCode } from './files.ts';
import { storeKind } from './storeKind.ts';

/** Whether an error says that a store could not deliver, as opposed to a fault in what it delivered. */
export const isStoreFailure = (code: string | undefined): boolean => /^RELEASE-STORE(?:-|$)/.test(code ?? '');

/**
 * What a store has; undefined if that is damaged. Rethrows the error of a store that can't be read, which isn't the same as
 * an empty store.
 */
export async function unlessDamaged<Description>(read: Promise<Description>): Promise<Description | undefined> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof OperatorError) || isStoreFailure(error.code)) throw error;
    return undefined;
  }
}

/**
 * What a store has at a path of a version.
 *
 * @throws {OperatorError} RELEASE-UNKNOWN when there is nothing
 */
export function existing<Content>(content: Content | undefined, location: string, path: string): Content {
  if (content !== undefined) return content;
  const [app, version] = path.split('/');
  throw new OperatorError(
    'RELEASE-UNKNOWN',
    `${path} is not in ${location}: ${app}@${version} is missing or incomplete.`,
  );
}

const refusals = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_SOCKET'];
const unknownNames = ['ENOTFOUND', 'EAI_AGAIN'];
/** Codes of OpenSSL and of Node’s own checks of certificates. */
const tlsCode = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;

/** The error for a file that a store behind an HTTP origin did not deliver, from what `fetch` threw. */
export function storeFailure(url: string, error: unknown): OperatorError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const fail = (code: string, message: string) => new OperatorError(code, `${url} ${message}`, error);
  if (error instanceof Error && error.name === 'TimeoutError')
    return fail('RELEASE-STORE-TIMEOUT', 'gave no complete answer in time: the store hangs, or the network.');
  if (hasCode(cause, ...unknownNames))
    return fail('RELEASE-STORE-NAME', `is at an unknown host (${reason}). Correct RELEASES, or the name server.`);
  if (cause instanceof Error && 'code' in cause && tlsCode.test(String(cause.code)))
    return fail(
      'RELEASE-STORE-TLS',
      `has no secure connection: ${reason}. Renew the certificate, or trust its issuer.`,
    );
  if (hasCode(cause, ...refusals))
    return fail('RELEASE-STORE-REFUSED', `can’t be reached: the connection was refused or broken (${reason}).`);
  return fail('RELEASE-STORE', `can’t be read: ${reason}.`);
}

/** The error for a response that is neither the file nor a 404. */
export function statusFailure(url: string, status: number, cause?: unknown): OperatorError {
  if (status === 401 || status === 403)
    return new OperatorError(
      'RELEASE-STORE-FORBIDDEN',
      `${url} was answered with status ${status}: the store doesn’t let this server read. Give it the RELEASES_TOKEN of the store, a command the key of its team, or correct RELEASES.`,
    );
  return new OperatorError('RELEASE-STORE', `${url} can’t be read: status ${status}.`, cause);
}

/** Refuses a web page in place of a description: it comes from a login, a website at the same address or a proxy. */
export function assertNoWebPage(url: string, content: Buffer): void {
  if (!content.subarray(0, 200).toString('utf8').trimStart().startsWith('<')) return;
  throw new OperatorError(
    'RELEASE-STORE-CONTENT',
    `${url} was answered with a web page: a website or a login is at this address, not a store. Correct RELEASES.`,
  );
}

/** The error for a store without a shell. */
export const emptyStore = (location: string): OperatorError =>
  missingFolder(location) ??
  new OperatorError(
    'SITE-BUILD',
    `No shell is live in the store ${location}: it is new, or isn’t one. Correct RELEASES, or run: npx site publish shell --promote`,
  );

/** The error for a store that lacks the pointers of apps that were live. */
export const otherStore = (location: string, apps: readonly string[]): OperatorError =>
  missingFolder(location) ??
  new OperatorError(
    'RELEASE-STORE',
    `The store ${location} lacks what was live when it was last read: ${apps.join(', ')}. Correct RELEASES, or promote them there.`,
  );

function missingFolder(location: string): OperatorError | undefined {
  if (storeKind(location) !== 'folder' || existsSync(location)) return undefined;
  return new OperatorError(
    'RELEASE-STORE',
    `There is no folder ${resolve(location)}. Correct RELEASES, or mount it. To begin a store there: npx site publish shell --promote`,
  );
}
