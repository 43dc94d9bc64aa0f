import { assertWritable } from '@site/bundling/assertWritable.ts';
import { build } from '@site/bundling/build.ts';
import { developSite } from './developSite.ts';
import { recordedApis } from './recordedApis.ts';

/**
 * Shows remotes with hot reload: in the repository of the whole site with the shell and the last builds of the others, in a
 * remote's own repository with the shell of the kit.
 *
 * @param names remotes to work on; when empty, all of them
 * @param site origin of a running site that they are shown in, in place of the other remotes' builds
 * @param addresses those of the remotes' own APIs that fixtures are recorded of, by name
 */
export async function develop(
  names: readonly string[],
  site: string | undefined,
  addresses: Readonly<Record<string, string>> = {},
): Promise<void> {
  assertWritable();
  const record = await recordedApis(addresses);
  await developSite({ names, site, record }, build);
}
