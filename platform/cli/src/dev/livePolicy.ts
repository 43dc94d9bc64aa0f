import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, siteOrigin } from '@site/bundling/project.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import type { ReleaseStore } from '@site/releases/store/ReleaseStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';

/** The address of the release service of a team's site, as far as RELEASES or its package.json name one. */
export const serviceAddress = (): string | undefined =>
  process.env.RELEASES || (siteOrigin && `${siteOrigin}/releases`) || undefined;

/**
 * The route policy in force at a release service, or while that can't be read the one that it had last.
 *
 * @param store of the service
 * @param say called with where it is from
 * @param folder where the last one is kept
 * @returns undefined when none is known: then the kit's applies
 */
export async function livePolicy(
  store: Pick<ReleaseStore, 'location' | 'read'>,
  say: (text: string) => void,
  folder = join(root, '.cache/live-site'),
): Promise<RoutePolicy | undefined> {
  const { location: service } = store;
  const file = join(folder, `${new URL(service).host}.policy.json`);
  try {
    const policy = await store.read(routePolicy);
    if (policy === undefined) {
      say(`${service} has no route policy: using the kit’s`);
      return undefined;
    }
    await mkdir(folder, { recursive: true });
    await writeFile(file, JSON.stringify(policy));
    say(`using the route policy of ${service}`);
    return policy;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const seen = await lastSeen(file);
    const instead = seen ? `using the one of ${seen.at}` : 'using the kit’s, which may allow less';
    say(`the route policy of the site can’t be read, ${instead}: ${error.message}`);
    return seen?.policy;
  }
}

async function lastSeen(file: string): Promise<{ readonly policy: RoutePolicy; readonly at: string } | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { policy: readPolicy(text, file), at: `${mtime.toISOString().slice(0, 16)}Z` };
  } catch {
    // Never seen, or written by a kit that knew more.
    return undefined;
  }
}
