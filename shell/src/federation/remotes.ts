/** A remote as the server's registry knows it: which release is current, and where its container is. */
export interface RemoteEntry {
  readonly release: string;
  /** Address of the container. */
  readonly entry: string;
}

/** The current release of each remote. */
export type Registry = Readonly<Record<string, RemoteEntry>>;

/** The other address of a container. Documents promise its integrity like the first one's. */
export const retryOf = (entry: string): string => `${entry}?retry=1`;

/** A remote that can't be had: not in the registry, or its files don't load or don't keep the contract. */
export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';

  readonly remote: string;

  constructor(remote: string, reason: string, cause?: unknown) {
    const why = cause instanceof Error ? `${reason} (${cause.message})` : reason;
    super(`SITE-REMOTE The remote "${remote}" is not available: ${why}.`, { cause });
    this.remote = remote;
  }
}
