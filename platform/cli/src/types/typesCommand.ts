import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describeRemote } from '@site/bundling/bundles/remote.ts';
import { interfaceMembers } from '@site/bundling/interfaceMembers.ts';
import { pathFromRoot, remotes, sourceFolder } from '@site/bundling/project.ts';
import { liveRemotes } from '@site/releases/operations/proposedRoutes.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { proposalOf } from '@site/releases/proposals.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { companyFile } from '@site/shared/i18n/siteTexts.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../commands/print.ts';
import { type CommandStore, openTools } from '../release/openTools.ts';
import { type DeclaredNames, isEmpty, siteTypes } from './siteTypes.ts';

/**
 * `site types [REMOTES]`: writes what other teams' live releases offer into `src/site.d.ts` of remotes here, by default of all.
 *
 * @throws {OperatorError} RELEASE-NAME when there is no such remote
 */
export async function typesCommand(names: readonly string[], options: CommandStore): Promise<CommandResult> {
  const unknown = names.find((name) => !remotes.includes(name));
  if (unknown !== undefined)
    throw new OperatorError(
      'RELEASE-NAME',
      `There is no remote "${unknown}" here. Choose from: ${remotes.join(', ')}.`,
    );
  const { store, policy: otherwise = openPolicy } = await openTools(options);
  const policy = (await unlessDamaged(store.read(routePolicy))) ?? otherwise;
  const releases = (await liveRemotes(store)).map(({ manifest }) => manifest);
  const { routes } = composeTable(policy, releases.map(proposalOf));
  const written = await Promise.all(
    (names.length > 0 ? names : remotes).map(async (remote) => {
      const types = siteTypes({ routes, releases }, await declaredFor(remote));
      return await writeTypes(join(sourceFolder(remote), 'src/site.d.ts'), types);
    }),
  );
  return { lines: written.map(({ file, state }) => `${file} ${state}.`), data: written };
}

/** Writes a file, unless it is as it should be: a new time would make editors and builds read it again. */
async function writeTypes(file: string, types: string) {
  const known = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const named = { file: pathFromRoot(file) };
  if (known === types) return { ...named, state: 'is up to date' };
  if (known === undefined && isEmpty(types))
    return { ...named, state: 'isn’t needed: other teams offer nothing that isn’t declared' };
  await writeFile(file, types);
  return { ...named, state: 'is written' };
}

/** The names that a remote's own `remote.ts` declares, and those that come with `@site/shared`. */
async function declaredFor(remote: string): Promise<DeclaredNames> {
  const { pages, fragments, emits } = await describeRemote(remote);
  const shared = dirname(createRequire(import.meta.url).resolve('@site/shared/package.json'));
  const files = [join(shared, 'types/sitePages.d.ts'), companyFile('pages.d.ts')].filter((file) => existsSync(file));
  const ofSite = files.map(interfaceMembers);
  const names = (name: string, own: object = {}) =>
    new Set([...ofSite.flatMap((members) => members.get(name) ?? []), ...Object.keys(own)]);
  return {
    SitePages: names('SitePages', pages),
    SiteFragments: names('SiteFragments', fragments),
    SiteEvents: names('SiteEvents', emits),
  };
}
