import { limits } from '@site/shared/contract/limits.ts';

/** The site's server doesn't answer. */
export class UnreachableError extends Error {}

/**
 * Loads a URL from the server, as a new document. Never resolves.
 *
 * @param signal aborted when the visitor goes elsewhere meanwhile
 * @throws {UnreachableError} instead of letting the browser replace the site by its own error page
 */
export async function loadWhole(url: string, signal: AbortSignal): Promise<never> {
  await assertReachable();
  signal.throwIfAborted();
  window.location.assign(url);
  return new Promise(() => {});
}

/** Any answer counts. `navigator.onLine` knows only this device's own network. */
async function assertReachable(): Promise<void> {
  const signal = AbortSignal.timeout(limits.remoteLoad);
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal });
  } catch (cause) {
    throw new UnreachableError('The server does not answer: the page stays.', { cause });
  }
}
