import { readdirSync } from 'node:fs';

/** The host. */
export const shell = 'shell';

/** The remotes: each folder below `remotes/` is one. */
export const remotes: readonly string[] = readdirSync(new URL('../../../../remotes', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** The folder of an app's sources, from the project's root. */
export const sourcesOf = (app: string): string => (app === shell ? shell : `remotes/${app}`);

/** Everything that is built into a folder of its own below `dist/`. */
export const apps: readonly string[] = [shell, ...remotes];
