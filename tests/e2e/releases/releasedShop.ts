import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { storePath } from '@site/releases/names.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { setLive } from '@site/testkit/site/faults/variant.ts';
import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { madeOnce } from '@site/testkit/site/madeOnce.ts';
import { outputOf } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import type { Team } from '@site/testkit/site/Team.ts';

/**
 * The teams of a shop: each has a repository of its own with its pages, and fragments for the pages of the others. Those whose pages or
 * events others use are first, so that `site types` declares them.
 */
const teams = ['decide', 'explore', 'checkout', 'inspire'] as const;

/** Whose the fragments are, unless a test gives them to others. */
export const owners = {
  recommendations: 'explore',
  'store-picker': 'explore',
  'add-to-cart': 'checkout',
  'mini-cart': 'checkout',
};

/** Explore's next release, which is published but not live: all its texts end with this. */
export const nextExplore = 'fedcba987654';

/** A store of the test's own in which the shop of three teams is live; the fourth is published, and has no fragment. */
export async function releasedShop(): Promise<ReleaseStore> {
  return await ReleaseStore.create(join(await madeOnce('shop', publishShop), 'store'));
}

async function publishShop(folder: string): Promise<void> {
  const store = await ReleaseStore.create();
  const keys = join(folder, 'keys');
  const repositories: Team[] = [];
  let settings: Record<string, string> = {};
  for (const team of teams) {
    const repository = await repositoryOf(team, join(folder, team));
    settings = await repository.admitTo(store.folder, keys);
    repositories.push(repository);
  }
  const { TRUSTED_KEYS = '' } = settings;
  await grantFragments(store, owners, { TRUSTED_KEYS, RELEASE_KEY: join(keys, 'local.key') });
  const site = await startSite({ releases: store.folder, environment: settings });
  for (const repository of repositories) {
    await repository.release(site.origin, 'types');
    await repository.release(site.origin, 'publish', '--promote');
  }
  const next = await store.buildVariant('explore', nextExplore);
  await repositories[teams.indexOf('explore')]?.release(site.origin, 'publish', '--folder', next);
  await site.stop();
  // Tests make other versions live, and change the policy, without a key.
  for (const team of teams) await setLive(store.folder, team, await store.live(team));
  await rm(join(store.folder, storePath.policy));
  await grantFragments(store);
  await cp(store.folder, join(folder, 'store'), { recursive: true });
  for (const made of [...teams.map((team) => join(folder, team)), keys]) await rm(made, { recursive: true });
  await store.remove();
}

/** A team's own repository, with the packages installed that every team installs. */
async function repositoryOf(name: string, folder: string): Promise<Team> {
  const team = await (await firstTeam()).clone(folder, name);
  for (const part of ['src', 'locales']) {
    await rm(join(team.repository, part), { recursive: true });
    await cp(join(import.meta.dirname, 'shop', name, part), join(team.repository, part), { recursive: true });
  }
  await team.change('package.json', (text) => text.replaceAll('"events"', `"${name}"`));
  await team.run('git', 'add', '.');
  await team.run('git', 'commit', '--quiet', '--message', 'What we sell');
  return team;
}

/** Adds the sources of teams to a copy of the project. */
export async function addTeams(project: string, added: readonly (typeof teams)[number][]): Promise<void> {
  const template = join(root, 'platform/cli/src/new-remote/template');
  for (const team of added) {
    const remote = join(project, 'remotes', team);
    await cp(join(import.meta.dirname, 'shop', team), remote, { recursive: true });
    await cp(join(template, 'tsconfig.json'), join(remote, 'tsconfig.json'));
    const described = await readFile(join(template, 'package.json'), 'utf8');
    await writeFile(join(remote, 'package.json'), described.replace('new-remote', team));
  }
}

/** Checks the types of a team's sources. Throws what the compiler says. */
export const compileTeam = (project: string, team: string): Promise<string> =>
  outputOf('node_modules/typescript/bin/tsc', ['--noEmit', '-p', join(project, 'remotes', team)], {}, project);

/** The owner decides whose fragments the site shows. Returns what the command says. */
export async function grantFragments(
  store: ReleaseStore,
  fragments: Readonly<Record<string, string>> = owners,
  signing: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = join(store.folder, '../shop.json');
  const claims = { ...defaultPolicy.claims, explore: ['shop'], decide: ['product'], checkout: ['checkout'] };
  const slots = { ...defaultPolicy.slots, bar: ['mini-cart'] };
  const given = { ...defaultPolicy.fragments, ...fragments };
  await writeFile(file, JSON.stringify({ ...defaultPolicy, claims, slots, fragments: given }));
  const { code, stdout, stderr } = await store.runProgram(['policy', file, '--yes'], signing);
  if (code !== 0) throw new Error(stdout + stderr);
  return stdout;
}
