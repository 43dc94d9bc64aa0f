import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tokenPrefix } from '@site/shared/contract/api.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { secretSettings } from './settingNames.ts';

/** Secrets with several lines. */
const keys: readonly string[] = ['PROMOTE_KEY', 'RELEASE_KEY'];

/** In bytes: anything larger is another file. */
const largestSecret = 64 * 1024;

/**
 * Adds secrets to the environment that are in files: the file that `NAME_FILE` names, and the file `NAME` in
 * `$CREDENTIALS_DIRECTORY`, where systemd's `LoadCredential=` and mounted secrets of containers put it. A line break at a
 * file's end is no part of the secret.
 *
 * @see https://systemd.io/CREDENTIALS/
 * @throws {OperatorError} `SITE-SETTINGS`, which quotes neither a secret nor a path: someone may have given one for the other
 */
export function addSecretFiles(environment: NodeJS.ProcessEnv = process.env): void {
  const problems: string[] = [];
  const found: Record<string, string> = {};
  for (const name of [...secretSettings, ...tokensIn(environment)]) {
    const secrets = secretsOf(name, environment, problems);
    for (const secret of secrets) found[name] = secret;
  }
  if (problems.length > 0) throw new OperatorError('SITE-SETTINGS', `${problems.join('; ')}.`);
  Object.assign(environment, found);
}

/** The settings with tokens of remotes' own APIs: a policy chooses their names. */
function tokensIn({ CREDENTIALS_DIRECTORY: folder, ...environment }: NodeJS.ProcessEnv): ReadonlySet<string> {
  const named = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
  const credentials = folder && existsSync(folder) ? readdirSync(folder) : [];
  return new Set([...named, ...credentials].filter((name) => name.startsWith(tokenPrefix)));
}

/** The different values of a setting. Adds what is wrong with them to the problems. */
function secretsOf(name: string, environment: NodeJS.ProcessEnv, problems: string[]): ReadonlySet<string> {
  const { [name]: given } = environment;
  const secrets = new Set(given ? [given] : []);
  const files = filesOf(name, environment);
  for (const [source, file] of files) {
    try {
      secrets.add(readSecret(name, file));
    } catch (error) {
      problems.push(`${source}: ${error instanceof Error ? error.message : 'the file can’t be read'}`);
    }
  }
  const names = [...(given ? [name] : []), ...files.map(([source]) => source)];
  if (secrets.size > 1) problems.push(`${names.join(' and ')} differ: take all but one away`);
  return secrets;
}

/** A file that a secret may be in, and what messages call it. */
type SecretFile = readonly [source: string, file: string];

function filesOf(name: string, environment: NodeJS.ProcessEnv): readonly SecretFile[] {
  const { [`${name}_FILE`]: named, CREDENTIALS_DIRECTORY: folder } = environment;
  const credential = folder && join(folder, name);
  return [
    ...(named ? [[`${name}_FILE`, named] as const] : []),
    ...(credential && existsSync(credential) ? [[`the credential ${name}`, credential] as const] : []),
  ];
}

/** Reads a secret. The reason of its error contains nothing of the file, nor its path. */
function readSecret(name: string, file: string): string {
  const text = readText(file);
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new Error('the file is empty');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (!keys.includes(name) && /[\0-\x1f\x7f\ufeff]/.test(secret))
    throw new Error('the file has several lines, or a control character. Save the secret alone, as plain text');
  return secret;
}

function readText(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > largestSecret) throw new Error('this is no file with a secret');
    if (isOpenToAll(stats.mode)) throw new Error('every user of the machine may use the file: chmod o= FILE');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`the file can’t be read (${error.code})`);
  }
}

/** A group may read it: that is how Kubernetes gives a secret to the user of a container. Windows has no such permissions. */
export const isOpenToAll = (mode: number): boolean => process.platform !== 'win32' && (mode & 0o007) !== 0;
