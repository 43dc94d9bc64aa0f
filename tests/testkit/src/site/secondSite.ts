import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { madeOnce } from './madeOnce.ts';
import { commandOutput, outputOf, type SiteProject, siteProgram } from './program.ts';
import { sharedSettings } from './releases.ts';
import { startSite } from './servers.ts';
import type { SharedSite } from './sharedSite.ts';
import { machine } from './Team.ts';

/** What the company of the second site and its team have written: all else is made by the command. */
const written = join(root, 'tests/e2e/secondSite/site');

/** Another company's site on the platform, in German and Arabic, without blog and contact. */
export interface SecondSite {
  readonly project: SiteProject;
  /** The folder of its store. No test may change it. */
  readonly releases: string;
}

/** The second site, made and released when a test of the run first needs it. */
export const secondSite = async (): Promise<SecondSite> => siteIn(await madeOnce('second-site', make));

const siteIn = (folder: string): SecondSite => ({
  project: {
    folder: join(folder, 'site'),
    command: 'node_modules/@site/platform/bin/site.cjs',
    server: 'node_modules/@site/platform/src/serve.js',
  },
  releases: join(folder, 'releases'),
});

let running: Promise<SharedSite & { readonly stop: () => Promise<void> }> | undefined;

/** The running second site: one for each worker, which ends with it. */
export async function runningSecondSite(): Promise<SharedSite> {
  running ??= secondSite().then(startSite);
  return await running;
}

/** Does what the owner of a new site does: runs the command, writes what is their own, and releases it. */
async function make(folder: string): Promise<void> {
  const { project, releases } = siteIn(folder);
  const packages = join(folder, 'packages');
  await mkdir(releases);
  await outputOf(siteProgram, ['pack', packages, '--sites'], machine);
  const program = (await readdir(packages)).find((file) => file.startsWith('site-create-site-'));
  const creator = ['--yes', '--prefer-offline', `--package=${join(packages, program ?? '')}`, '--', 'create-site'];
  const wishes = ['--name', 'Silbe', '--languages', 'de,ar', '--packages', packages];
  await commandOutput(folder, machine, ['npm', 'exec', ...creator, project.folder, ...wishes]);
  await write(project.folder);
  const settings = { ...sharedSettings(releases), DATA_DIR: join(folder, 'data') };
  const run = (...parameters: readonly string[]) => outputOf(project.command, parameters, settings, project.folder);
  await run('build');
  for (const app of ['shell', 'home'])
    await run('publish', app, '--folder', join('dist', app), '--no-browser', '--promote');
}

/** Writes what is the company's own over what the command has made: sources, words and look. */
async function write(project: string): Promise<void> {
  const company = join(project, 'shared/company');
  for (const folder of [join(company, 'fonts'), join(company, 'logo'), join(project, 'remotes/home/src/pages')])
    await rm(folder, { recursive: true });
  for (const folder of ['shared', 'remotes'])
    await cp(join(written, folder), join(project, folder), { recursive: true });
  const words = await read<Readonly<Record<string, Tree>>>(join(written, 'words.json'));
  for (const [language, own] of Object.entries(words)) await change(join(company, `locales/${language}.json`), own);
  const { font, ...colours } = await read<Look>(join(written, 'look.json'));
  const token = ([light, dark]: Colour) => ({ $value: light, $extensions: { mode: { light, dark } } });
  const tokens = mapped(colours, (group) => mapped(group, token));
  const families = mapped({ display: 0, h1: 0, 'small-display': 0, text: 0 }, () => ({ $value: font }));
  await change(join(company, 'tokens.json'), { ...tokens, font: { family: families } });
  await outputOf('node_modules/@site/platform/src/tokens.js', [], {}, project);
}

/** The light and the dark value. */
type Colour = readonly [light: string, dark: string];

/** The colours by group and name, and the families of all texts. */
interface Look {
  readonly color: Readonly<Record<string, Colour>>;
  readonly illustration: Readonly<Record<string, Colour>>;
  readonly font: readonly string[];
}

const mapped = <Value, Result>(things: Readonly<Record<string, Value>>, made: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(things).map(([name, value]) => [name, made(value)]));

/** A JSON object. */
interface Tree {
  readonly [key: string]: unknown;
}

const read = async <Content>(file: string) => JSON.parse(await readFile(file, 'utf8')) as Content;

/** Changes values of a JSON file. */
async function change(file: string, changes: Tree): Promise<void> {
  await writeFile(file, JSON.stringify(merged(await read<Tree>(file), changes), null, 2));
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (before: Tree, changes: Tree): Tree => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(changes).map(([key, value]) => {
      const old = before[key];
      return [key, isTree(old) && isTree(value) ? merged(old, value) : value];
    }),
  ),
});
