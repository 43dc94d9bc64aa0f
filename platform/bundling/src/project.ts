import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';

/** The host app. */
export const shell = 'shell';

/** The folder of what is one company's, from the root of the whole site. */
export const company = 'shared/company';

/** A folder that the kit works in: the whole site, with what is its company's, or the repository of one remote. */
interface Project {
  readonly root: string;
  /** The remote whose repository this is. */
  readonly remote?: string;
  /** The address of the site that it belongs to. */
  readonly address?: string;
}

/**
 * Finds the project that a folder belongs to. It is the whole site when its company is there; a repository of one remote
 * names it in its package.json, with the site that it belongs to: `"site": { "remote": "events", "address": "https://www.example.com" }`.
 */
function findProject(folder: string): Project | undefined {
  if (existsSync(join(folder, company, 'package.json')) && existsSync(join(folder, 'remotes'))) return { root: folder };
  const { remote, address } = descriptionIn(join(folder, 'package.json'));
  if (remote !== undefined) return { root: folder, remote, ...(address !== undefined && { address }) };
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

function descriptionIn(file: string): Partial<Project> {
  if (!existsSync(file)) return {};
  const { site = {} } = JSON.parse(readFileSync(file, 'utf8')) as { readonly site?: Partial<Project> };
  return site;
}

// Programs that are started elsewhere, for example by a system timer, work in the project that contains them.
const project: Project = findProject(process.cwd()) ?? findProject(import.meta.dirname) ?? { root: process.cwd() };

/** The project's root folder, which contains the working directory. */
export const root = project.root;

/** The remote of this repository; undefined in the repository of the whole site. */
export const onlyRemote = project.remote;

/** Whether the platform's own sources are here. Other sites install them as packages. */
export const hasPlatform = existsSync(join(root, 'platform'));

/** The absolute folder of `@site/shared` or `@site/shell`: here, or where npm has installed it. */
export const platformFolder = (room: 'shared' | typeof shell): string =>
  hasPlatform ? join(root, room) : dirname(createRequire(import.meta.url).resolve(`@site/${room}/package.json`));

/** The origin of the site that this repository's remote belongs to, if its package.json says so. */
export const siteOrigin = URL.parse(project.address ?? '')?.origin;

/** The path of a file from the project's root, with slashes on every system. */
export const pathFromRoot = (file: string): string => relative(root, file).replaceAll('\\', '/');

/** The remotes of the project: each folder in `remotes/` is one. */
export const remotes: readonly string[] = onlyRemote === undefined ? remoteFolders() : [onlyRemote];

function remoteFolders(): readonly string[] {
  const folder = join(root, 'remotes');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Every app of the project. Each is built into its own folder in `dist/`. */
export const apps: readonly string[] = onlyRemote === undefined ? [shell, ...remotes] : remotes;

/** The folder of an app's sources, from the project's root. */
export function sourcesOf(app: string): string {
  if (app === shell) return onlyRemote === undefined ? pathFromRoot(platformFolder(shell)) : shell;
  return app === onlyRemote ? '.' : `remotes/${app}`;
}

/** The absolute path of the same folder. */
export const sourceFolder = (app: string): string => join(root, sourcesOf(app));

/** A pattern for the files of an app, from the project's root: its code and its texts, or only files that match another pattern. */
export const filesOf = (app: string, pattern = '*'): string =>
  join(sourcesOf(app), app === onlyRemote ? '{src,locales}' : '', '**', pattern).replaceAll('\\', '/');

/** The folder of the catalogues with an app's texts. The site's have what the shell says, under its name. */
export const catalogueFolder = (app: string): string =>
  app === shell ? siteCatalogues : posix.join(sourcesOf(app), 'locales');

/** The folder of the site's own catalogues, which have a section for each part of the platform. */
export const siteCatalogues = `${company}/locales`;

/** Where `site build` puts the apps. */
export const buildFolder = join(root, 'dist');

/** The folder of the shell's build in a team's kit. */
export const kitShellFolder = join(import.meta.dirname, '../built');

/** Where `site dev` puts builds: every development server has its own port. */
export const developmentFolder = join(root, '.cache/dev', process.env.PORT || 'default');
