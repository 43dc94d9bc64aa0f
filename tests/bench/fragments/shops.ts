import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { releasedShop } from '@site/e2e/releases/releasedShop.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { copyProject } from '@site/testkit/site/folders.ts';
import { openSharedFolder } from '@site/testkit/site/madeOnce.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { releaseEverything, sharedSettings } from '@site/testkit/site/releases.ts';

/** The stores of two shops with the same product page. */
export interface Shops {
  /** Three teams' parts make the page. */
  readonly fragments: ReleaseStore;
  /** The same components in the page of one team. */
  readonly oneTeam: ReleaseStore;
}

const sources = join(root, 'tests/e2e/releases/shop');
const team = 'whole';
/** Those whose components are in the page. */
const parts = ['decide', 'explore', 'checkout'] as const;

/** Builds and publishes both shops. */
export async function releasedShops(): Promise<Shops> {
  await releaseEverything();
  const removeShared = await openSharedFolder();
  try {
    return { fragments: await releasedShop(), oneTeam: await releasedOneTeam() };
  } finally {
    await removeShared();
  }
}

async function releasedOneTeam(): Promise<ReleaseStore> {
  const project = await copyProject();
  const store = await ReleaseStore.create();
  try {
    await writeOneTeam(join(project, 'remotes', team));
    const policy = join(project, 'policy.json');
    const claims = { ...defaultPolicy.claims, [team]: ['product', 'checkout'] };
    await writeFile(policy, JSON.stringify({ ...defaultPolicy, claims }));
    const settings = { ...sharedSettings(store.folder), DATA_DIR: join(project, '.data') };
    const run = (...parameters: readonly string[]) => outputOf(siteProgram, parameters, settings, project);
    await run('policy', policy, '--yes');
    await run('build', team);
    await run('publish', team, '--folder', join(project, 'dist', team), '--no-browser', '--promote');
    return store;
  } catch (error) {
    await store.remove();
    throw error;
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** The sources of all teams as those of one: with one namespace, and all texts in it. */
async function writeOneTeam(remote: string): Promise<void> {
  const source = join(remote, 'src');
  await cp(join(sources, team), remote, { recursive: true });
  for (const part of parts) {
    const folder = join(source, part);
    await cp(join(sources, part, 'src'), folder, { recursive: true });
    await writeFile(join(folder, 'strings.ts'), "export { strings } from '../strings.ts';\n");
    for (const name of await readdir(folder, { recursive: true }))
      if (/\.tsx?$/.test(name))
        await change(join(folder, name), (text) =>
          text
            .replace(`useTranslation('${part}')`, `useTranslation('${team}')`)
            // Events, as in 'checkout:cart-updated'.
            .replaceAll(new RegExp(`'(?:${parts.join('|')}):`, 'g'), `'${team}:`),
        );
  }
  await cp(join(sources, 'decide/src/strings.ts'), join(source, 'strings.ts'));
  await change(join(source, 'strings.ts'), (text) => text.replaceAll('decide', team));
  await mkdir(join(remote, 'locales'));
  for (const language of languages) await writeTexts(remote, language);
  await cp(join(root, 'platform/cli/src/new-remote/template/package.json'), join(remote, 'package.json'));
  await change(join(remote, 'package.json'), (text) => text.replace('new-remote', team));
}

async function change(file: string, to: (text: string) => string): Promise<void> {
  await writeFile(file, to(await readFile(file, 'utf8')));
}

type Texts = { readonly routes: object };

async function writeTexts(remote: string, language: string): Promise<void> {
  const all = await Promise.all(
    parts.map(
      async (part) => JSON.parse(await readFile(join(sources, part, `locales/${language}.json`), 'utf8')) as Texts,
    ),
  );
  const texts = { ...Object.assign({}, ...all), routes: Object.assign({}, ...all.map(({ routes }) => routes)) };
  await writeFile(join(remote, `locales/${language}.json`), JSON.stringify(texts));
}
