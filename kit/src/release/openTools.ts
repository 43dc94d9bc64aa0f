import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { onlyRemote } from '../build/bundles/project.ts';
import { type ReleaseTools, type StoreOptions, serviceTools } from './serviceTools.ts';

/**
 * Opens the store that the command line or the settings name.
 *
 * @throws {OperatorError} RELEASE-USAGE when there is no address, or `to` is none; RELEASE-STORE when RELEASES names something else
 */
export async function openTools({ to, key }: StoreOptions = {}): Promise<ReleaseTools> {
  if (to !== undefined && !isHttpLocation(to)) throw noAddress('--to', to);
  if (onlyRemote === undefined) {
    // The repository of a remote has nothing of the site's server.
    const { releaseTools } = await import('./releaseTools.ts');
    return releaseTools({ to, key });
  }
  const address = to ?? process.env.RELEASES ?? '';
  if (!isHttpLocation(address)) throw noAddress('--to, or RELEASES in your environment,', address);
  return serviceTools(address, key);
}

const noAddress = (what: string, text: string): OperatorError =>
  new OperatorError(
    'RELEASE-USAGE',
    `${what} must be an address such as https://www.example.com/releases, not "${text}".`,
  );
