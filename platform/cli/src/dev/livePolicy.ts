import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, siteOrigin } from '@site/bundling/project.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';

/** The address of the release service of a team's site, as far as RELEASES or its package.json name one. */
export const serviceAddress = (): string | undefined =>
  process.env.RELEASES || (siteOrigin && `${siteOrigin}/releases`) || undefined;

/** How long the service may take to answer, in milliseconds: a team also works without it. */
const timeout = 2_000;

/**
 * The route policy in force at a release service, or while that can't be read the one that it had last.
 *
 * @param say called with where it is from
 * @param folder where the last one is kept
 * @returns undefined when none is known: then the kit's applies
 */
export async function livePolicy(
  service: string,
  say: (text: string) => void,
  folder = join(root, '.cache/live-site'),
): Promise<RoutePolicy | undefined> {
  const file = join(folder, `${URL.parse(service)?.host}.policy.json`);
  try {
    const policy = await new HttpStore(service, timeout).read(routePolicy);
    if (policy === undefined) throw new OperatorError('RELEASE-POLICY', `${service} has none.`);
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
