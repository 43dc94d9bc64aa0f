import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { copyProject } from '@site/testkit/site/folders.ts';
import { madeOnce } from '@site/testkit/site/madeOnce.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';

/** The teams of a shop: each has its own pages, and fragments for the pages of the others. */
const teams = ['explore', 'decide', 'checkout', 'inspire'] as const;

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
  const project = await copyProject();
  await addTeams(project, teams);
  await outputOf(siteProgram, ['build', ...teams], {}, project);
  const store = await ReleaseStore.create();
  await grantFragments(store);
  const settings = { ...sharedSettings(store.folder), DATA_DIR: join(project, '.data') };
  const publish = (team: string, built: string, ...options: readonly string[]) =>
    outputOf(siteProgram, ['publish', team, '--folder', built, '--no-browser', ...options], settings, project);
  for (const team of teams) await publish(team, join(project, 'dist', team), '--promote');
  await outputOf(siteProgram, ['types', ...teams], settings, project);
  for (const team of teams) await compileTeam(project, team);
  await publish('explore', await store.buildVariant('explore', nextExplore));
  await cp(store.folder, join(folder, 'store'), { recursive: true });
  await store.remove();
  await rm(project, { recursive: true, force: true });
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
): Promise<string> {
  const file = join(store.folder, '../shop.json');
  const claims = { ...defaultPolicy.claims, explore: ['shop'], decide: ['product'], checkout: ['checkout'] };
  const slots = { ...defaultPolicy.slots, bar: ['mini-cart'] };
  const given = { ...defaultPolicy.fragments, ...fragments };
  await writeFile(file, JSON.stringify({ ...defaultPolicy, claims, slots, fragments: given }));
  const { code, stdout, stderr } = await store.run(['policy', file, '--yes']);
  if (code !== 0) throw new Error(stdout + stderr);
  return stdout;
}
