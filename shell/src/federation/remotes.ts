import type { Page } from '@site/shared';

/** The current release of a remote. */
interface RemoteEntry {
  readonly release: string;
  /** Address of the container. */
  readonly entry: string;
}

/** The current release of each remote. */
export type Registry = Readonly<Record<string, RemoteEntry>>;

/** A second address of a container, for a retry. Documents contain the integrity of both. */
export const retryOf = (entry: string): string => `${entry}?retry=1`;

/** A remote that isn't in the registry, whose files don't load, or whose modules break the contract. */
export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';

  readonly remote: string;

  constructor(remote: string, reason: string, cause?: unknown) {
    const why = cause instanceof Error ? `${reason} (${cause.message})` : reason;
    super(`SITE-REMOTE The remote "${remote}" is not available: ${why}.`, { cause });
    this.remote = remote;
  }
}

/**
 * Checks that a remote exposes a page with messages in its own namespace: no remote may use the shell's messages, or another
 * remote's.
 *
 * @throws {RemoteUnavailableError}
 */
export function assertPage(page: Page | undefined, remote: string, module: string): asserts page is Page {
  if (!page?.component || !page.strings) throw new RemoteUnavailableError(remote, `${module} exports no page`);
  const { namespace } = page.strings;
  if (namespace === remote) return;
  throw new RemoteUnavailableError(remote, `${module} brings texts of "${namespace}" instead of its own`);
}

class LateError extends Error {
  override readonly name = 'LateError';
}

/** Whether an error, or its cause, is a timeout of `withinTime`. */
export const isLate = (error: unknown): boolean =>
  error instanceof LateError || (error instanceof Error && error.cause instanceof LateError);

/** Waits for a promise, but rejects after `milliseconds`. `isLate` recognizes that error. */
export async function withinTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LateError(`No answer within ${milliseconds} ms.`)), milliseconds);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
