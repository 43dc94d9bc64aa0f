import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '@site/bundling/project.ts';

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Where the check found its settings. */
export interface SettingsSource {
  readonly environment: NodeJS.ProcessEnv;
  /** The file of settings that it was given. */
  readonly envFile?: string | undefined;
}

/** The settings of commands that are no secrets. */
const settings = ['RELEASES', 'REPORTS', 'DATA_DIR', 'SITE_ORIGIN', 'TRUSTED_KEYS', 'REMOTE_ORIGINS'];

/**
 * A command of this checkout as root pastes it, in any folder: it runs as the user who runs the check, by the same settings.
 */
export function pasted(words: readonly string[], { environment, envFile }: SettingsSource): string {
  const { username } = userInfo();
  const inFile = envFile === undefined ? {} : parseEnv(readFileSync(envFile, 'utf8'));
  const given = settings.filter((name) => environment[name] && !Object.hasOwn(inFile, name));
  const all = [
    ...(username === 'root' ? [] : ['sudo', '-u', username]),
    ...(given.length > 0 ? ['env', ...given.map((name) => `${name}=${environment[name]}`)] : []),
    ...words,
    ...(envFile === undefined ? [] : ['--env-file', resolve(envFile)]),
  ];
  return `cd ${quoted(root)} && ${all.map(quoted).join(' ')}`;
}
