import { assertWritable } from '../build/assertWritable.ts';
import { build } from '../build/build.ts';
import { siteTools } from '../siteTools.ts';

/**
 * Shows remotes with hot reload: in the repository of the whole site with the shell and the last builds of the others, in a
 * remote's own repository with the shell of the kit.
 *
 * @param names remotes to work on; when empty, all of them
 * @param site origin of a running site that they are shown in, in place of the other remotes' builds
 */
export async function develop(names: readonly string[], site: string | undefined): Promise<void> {
  assertWritable();
  const { developSite } = await (await siteTools()).developSite();
  await developSite({ names, site }, build);
}
