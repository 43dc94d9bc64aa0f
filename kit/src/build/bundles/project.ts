import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The project's root folder. */
export const root = join(import.meta.dirname, '../../../..');

/** The path of a file from the project's root, with slashes on every system. */
export const pathFromRoot = (file: string): string => relative(root, file).replaceAll('\\', '/');

/** The host app. */
export const shell = 'shell';

/** The remotes: each folder in `remotes/` is one. */
export const remotes: readonly string[] = readdirSync(join(root, 'remotes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** Every app. Each is built into its own folder in `dist/`. */
export const apps: readonly string[] = [shell, ...remotes];

/** The folder of an app's sources, from the project's root. */
export const sourcesOf = (app: string): string => (app === shell ? shell : `remotes/${app}`);

/** The absolute path of the same folder. */
export const sourceFolder = (app: string): string => join(root, sourcesOf(app));

/** Where `npm run build` puts the apps. */
export const buildFolder = join(root, 'dist');

/** Where `npm run dev` puts them. */
export const developmentFolder = join(root, '.cache/dev');
