import { existsSync } from 'node:fs';
import { apps, onlyRemote } from '@site/bundling/project.ts';
import { isAppName } from '@site/releases/names.ts';
import {
  everyApp,
  makeSigningKey,
  purposes,
  readTrustedKeys,
  type TrustedKey,
  type TrustedKeys,
} from '@site/releases/signing/keys.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { CommandResult } from '../commands/print.ts';

/** Options of `site keys new`. */
interface NewKeyOptions {
  readonly apps: string;
  readonly signs?: string | undefined;
  readonly key?: string | undefined;
  readonly until?: string | undefined;
  /** Whether it opens the owner's desk. */
  readonly desk?: true | undefined;
}

/** `site keys new NAME`. */
export async function makeKey(
  name: string,
  { apps: named, signs, until, desk, key: file = `${name}.key` }: NewKeyOptions,
): Promise<CommandResult> {
  const elsewhere = named
    .split(',')
    .map((part) => part.trim())
    .filter(isElsewhere);
  const wanted = {
    apps: listed(named, [everyApp, ...apps, ...elsewhere], '--apps'),
    signs: signs === undefined ? [...purposes] : signs === 'nothing' ? [] : listed(signs, purposes, '--signs'),
    ...(until !== undefined && { until }),
    ...(desk && { desk }),
  };
  const { public: key } = await makeSigningKey(file);
  const entry = { [name]: { public: key, ...wanted } };
  const lines = [
    `The private key is in ${file}: keep it from everyone, also from the repository, and keep a copy where you keep passwords.`,
    'Servers trust it once the file of their TRUSTED_KEYS has this entry:',
    JSON.stringify(entry).slice(1, -1),
  ];
  if (elsewhere.length > 0)
    lines.unshift(`Not in this repository: ${elsewhere.join(', ')}. Its team’s package.json must have the same name.`);
  return { lines, data: entry };
}

/** Whether a name is a remote's with a repository of its own, which may never have released anything. */
const isElsewhere = (name: string): boolean => onlyRemote === undefined && isAppName(name) && !apps.includes(name);

/** `site keys list`. */
export async function listKeys(): Promise<CommandResult> {
  const keys = readTrustedKeys(await trustedFile());
  const lines = Object.entries(keys).map(([name, key]) => `${name}  ${keyText(key)}`);
  return { lines: lines.length > 0 ? lines : ['No key is trusted.'], data: keys };
}

/** `site keys revoke NAME`. */
export async function revokeKey(name: string): Promise<CommandResult> {
  const file = await trustedFile();
  const keys = readTrustedKeys(file);
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (!key)
    throw new OperatorError('RELEASE-KEY', `${file} has no key "${name}", but ${Object.keys(keys).join(', ')}.`);
  const revoked: TrustedKeys = { ...keys, [name]: { ...key, until: new Date().toISOString() } };
  await writeAtomically(file, `${JSON.stringify(revoked, null, 2)}\n`);
  const text = `${name} signs nothing new from now on. Servers that read ${file} know it within a second; what they run stays live.`;
  return { lines: [text], data: revoked };
}

function keyText({ apps: keyApps, signs, until, desk, public: key }: TrustedKey): string {
  const end = until === undefined ? '' : `  ${Date.parse(until) <= Date.now() ? 'revoked since' : 'until'} ${until}`;
  return `${keyApps.join(', ')}  ${signs.join(', ') || 'nothing'}${desk ? '  desk' : ''}${end}  ${key}`;
}

/** The file that the servers of the settings' store read. */
async function trustedFile(): Promise<string> {
  const { readSettings, trustedKeysFile } = await import('@site/server/settings.ts');
  const file = trustedKeysFile(readSettings(process.env));
  if (file !== undefined) return file;
  throw new OperatorError('SITE-KEYS', 'TRUSTED_KEYS isn’t set: give it as the servers have it, TRUSTED_KEYS=FILE.');
}

function listed<Name extends string>(text: string, known: readonly Name[], option: string): Name[] {
  const names = text.split(',').map((part) => known.find((candidate) => candidate === part.trim()));
  const found = names.filter((name) => name !== undefined);
  if (found.length === names.length) return found;
  throw new OperatorError(
    'RELEASE-USAGE',
    `${option} must be of ${known.map((name) => (name === everyApp ? `'${everyApp}'` : name)).join(', ')}, with commas between them.`,
  );
}

/**
 * Detects a shell that expanded `--apps *` to the names of the files here: the first becomes the option's value, the others
 * arguments.
 */
export function globbed(first: string, [second]: readonly string[]): string | undefined {
  const isFile = (name: string | undefined) => name !== undefined && existsSync(name);
  if (!isFile(second) || !isFile(first)) return undefined;
  return `Your shell has put the names of files in place of *, such as "${second}". For all apps write --apps '*', with the quotes.`;
}
