import {
  makeSigningKey,
  purposes,
  readTrustedKeys,
  type TrustedKey,
  type TrustedKeys,
} from '@site/releases/signing/keys.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { apps } from '../build/bundles/project.ts';
import type { CommandOptions, CommandResult } from './commandOptions.ts';
import type { Command } from './commands.ts';

/** `keys new|list|revoke`: the keys that sign releases, and those that servers trust. */
export const keysCommand: Command = {
  words: ['new|list|revoke', '[NAME]'],
  options: ['apps', 'signs', 'until', 'file'],
  run: async ([action = '', name = ''], options) => {
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw usage(`keys can do new, list and revoke, not "${action}".`);
    if (action !== 'list' && name === '') throw usage(`keys ${action} needs the name of a key.`);
    return await run(name, options);
  },
};

const actions: Readonly<Record<string, (name: string, options: CommandOptions) => Promise<CommandResult>>> = {
  new: async (name, { apps: named, signs, until, file = `${name}.key` }) => {
    const wanted = {
      apps: listed(named, apps, '--apps'),
      signs: signs === undefined ? [...purposes] : listed(signs, purposes, '--signs'),
      ...(until !== undefined && { until: time(until) }),
    };
    const { public: key } = await makeSigningKey(file);
    const entry = { [name]: { public: key, ...wanted } };
    const text = [
      `The private key is in ${file}: keep it from everybody, also from the repository, and keep a copy where you keep passwords.`,
      'Servers trust it once the file of their TRUSTED_KEYS has this entry:',
      JSON.stringify(entry).slice(1, -1),
    ];
    return { text: text.join('\n'), data: entry };
  },
  list: async () => {
    const keys = readTrustedKeys(await trustedFile());
    const lines = Object.entries(keys).map(([name, key]) => `${name}  ${keyText(key)}`);
    return { text: lines.join('\n') || 'No key is trusted.', data: keys };
  },
  revoke: async (name) => {
    const file = await trustedFile();
    const keys = readTrustedKeys(file);
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!key)
      throw new OperatorError('RELEASE-KEY', `${file} has no key "${name}", but ${Object.keys(keys).join(', ')}.`);
    const revoked: TrustedKeys = { ...keys, [name]: { ...key, until: new Date().toISOString() } };
    await writeAtomically(file, `${JSON.stringify(revoked, null, 2)}\n`);
    const text = `${name} signs nothing new from now on. Servers that read ${file} know it within a second; what they run stays live.`;
    return { text, data: revoked };
  },
};

function keyText({ apps: its, signs, until, public: key }: TrustedKey): string {
  const end = until === undefined ? '' : `  ${Date.parse(until) <= Date.now() ? 'revoked since' : 'until'} ${until}`;
  return `${its.join(', ')}  ${signs.join(', ')}${end}  ${key}`;
}

/** The file that the servers of the settings' store read. */
async function trustedFile(): Promise<string> {
  const { readSettings, trustedKeysFile } = await import('@site/server/settings.ts');
  const file = trustedKeysFile(readSettings(process.env));
  if (file !== undefined) return file;
  throw new OperatorError('SITE-KEYS', 'TRUSTED_KEYS isn’t set: give it as the servers have it, TRUSTED_KEYS=FILE.');
}

function listed<Name extends string>(text: string | undefined, known: readonly Name[], option: string): Name[] {
  const names = (text ?? '').split(',').map((part) => known.find((candidate) => candidate === part.trim()));
  const found = names.filter((name) => name !== undefined);
  if (found.length === names.length) return found;
  throw usage(`${option} must be of ${known.join(', ')}, with commas between them.`);
}

function time(text: string): string {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw usage(`--until must be a date such as 2030-01-31, not "${text}".`);
}

const usage = (message: string): OperatorError =>
  new OperatorError('RELEASE-USAGE', `${message} npm run release -- help shows how it goes.`);
