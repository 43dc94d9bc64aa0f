import { onlyRemote } from '@site/bundling/project.ts';
import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { serviceAddress } from '../dev/livePolicy.ts';
import { announceStore } from './announceStore.ts';
import { type ReleaseTools, type StoreOptions, serviceTools } from './serviceTools.ts';

/** Options that name what a command works on. */
export interface CommandStore extends StoreOptions {
  /** Whether a script reads the output: then the store isn't announced. */
  readonly json?: true | undefined;
}

/**
 * Opens the store that the command line or the settings name, and prints on standard error which one it is.
 *
 * @throws {OperatorError} RELEASE-USAGE when there is no address, or `to` isn't one; RELEASE-STORE when RELEASES names
 *   something else
 */
export async function openTools(options: CommandStore): Promise<ReleaseTools> {
  const tools = await toolsOf(options);
  if (!options.json) announceStore(tools.store.location);
  return tools;
}

async function toolsOf({ to, key }: StoreOptions): Promise<ReleaseTools> {
  if (to !== undefined && !isHttpLocation(to)) throw noAddress('--to', to);
  if (onlyRemote === undefined) {
    // A remote's repository contains nothing of the site's server.
    const { assertNamedStore, releaseTools } = await import('./releaseTools.ts');
    if (to === undefined) assertNamedStore();
    return await releaseTools({ to, key });
  }
  const address = to || serviceAddress();
  if (address === undefined) throw missingAddress();
  if (!isHttpLocation(address)) throw noAddress('RELEASES', address);
  return serviceTools(address, key);
}

const missingAddress = (): OperatorError =>
  new OperatorError(
    'RELEASE-USAGE',
    'Where is the release service? Name the site in package.json, "site": { "address": "https://www.example.com" }, or the service: --to or RELEASES, such as https://www.example.com/releases.',
  );

const noAddress = (what: string, text: string): OperatorError =>
  new OperatorError(
    'RELEASE-USAGE',
    `${what} must be an address such as https://www.example.com/releases, not "${text}".`,
  );
