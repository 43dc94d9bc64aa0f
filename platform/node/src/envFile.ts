import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { gone, meantBy, misspelt } from './misspelt.ts';
import { addSecretFiles, isOpenToAll } from './secretFiles.ts';
import { isSecret } from './settingNames.ts';
import type { Variables } from './settings.ts';

/**
 * Adds the settings of a file, if one is given, and then the secrets that are in files of their own.
 *
 * @returns the names of the file's settings
 * @throws {OperatorError} `SITE-SETTINGS` when a name in the environment is probably a misspelt setting; also as `addEnvFile`
 *   and `addSecretFiles`
 */
export function addSettings(
  envFile: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  const names = envFile === undefined ? [] : addEnvFile(envFile, environment);
  assertNothingMisspelt(environment);
  addSecretFiles(environment);
  return names;
}

function assertNothingMisspelt(environment: Variables): void {
  const problems = Object.entries(environment).flatMap(([name, value]) => {
    const problem = gone(name, value);
    if (problem) return [`${name} ${problem}`];
    const meant = meantBy(name, false);
    return meant.length > 0
      ? [`${name} ${misspelt(meant)} If it is another program’s, start this one without it: env -u ${name}`]
      : [];
  });
  if (problems.length > 0) throw new OperatorError('SITE-SETTINGS', problems.join('; '));
}

/**
 * Adds the settings of a file to an environment.
 *
 * @returns their names
 * @throws {OperatorError} `SITE-ENV-FILE` when the file can't be read, has an ambiguous line or a misspelt name, contradicts the
 *   environment, or shows a secret to every user of the machine
 */
export function addEnvFile(file: string, environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  const settings = readEnvFile(file);
  assertClosed(file, settings);
  assertNoContradiction(file, settings, environment);
  Object.assign(environment, settings);
  return Object.keys(settings);
}

/**
 * Reads the command line of a server, which is empty or `--env-file FILE`, and adds what is in files to the environment.
 *
 * @returns the names of the settings in FILE
 * @throws {OperatorError} SITE-USAGE for any other command line; also the errors of `addSettings`
 */
export function loadSettings(parameters: readonly string[] = process.argv.slice(2)): readonly string[] {
  if (parameters.includes('--help')) {
    process.stdout.write(
      'A server takes --env-file FILE, such as /etc/site.env. .env.example explains each setting.\n',
    );
    process.exit(0);
  }
  return addSettings(envFileIn(parameters));
}

function envFileIn(parameters: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...parameters], options: { 'env-file': { type: 'string' } } }).values['env-file'];
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new OperatorError('SITE-USAGE', `${reason}. A server takes --env-file FILE, such as /etc/site.env.`, error);
  }
}

function readEnvFile(file: string): Readonly<Record<string, string>> {
  try {
    return parseEnvFile(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'SITE-ENV-FILE',
      `${file} can’t be read (${reason}). Correct the name, or run the command as a user who may read it.`,
      error,
    );
  }
}

/** A secret in a file of its own is refused for the same reason. A pipe, such as `<(…)`, is nobody else's. */
function assertClosed(file: string, settings: Variables): void {
  const secrets = Object.keys(settings).filter((name) => settings[name] && isSecret(name));
  const stats = statSync(file);
  if (secrets.length === 0 || !stats.isFile() || !isOpenToAll(stats.mode)) return;
  throw new OperatorError(
    'SITE-ENV-FILE',
    `Every user of the machine may use ${file}, which has secrets (${secrets.join(', ')}). Close it: chmod o= ${file}`,
  );
}

const assignment = /^[\t ]*([A-Za-z_]\w*)[\t ]*=[\t ]*(.*?)[\t ]*$/;
const quoted = /^(?:'([^']*)'|"([^"\\]*)")$/;

/**
 * Reads what systemd's `EnvironmentFile` and Node's `--env-file` read in the same way: one `NAME=value` per line, values
 * with or without quotes, comments on separate lines. What the two would read differently is refused, and so are misspelt names
 * and a name that is there twice or no more.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
export function parseEnvFile(text: string, file: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    // Never shows the line itself: it may contain a password.
    const fail = (reason: string) => new OperatorError('SITE-ENV-FILE', `${file}, line ${index + 1}: ${reason}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    if (/[\0-\x08\x0b-\x1f\x7f\ufeff]/.test(line))
      throw fail('it has a control character, such as the line ends of Windows. Save it as plain text.');
    if (isBlank(line)) continue;
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (!name)
      throw fail('it isn’t NAME=value, without “export”, nor a comment that begins with # and ends with its line.');
    const problem = gone(name, value) ?? problemOfName(name, lines.get(name)) ?? problemOf(value);
    if (problem) throw fail(`${name} ${problem}`);
    lines.set(name, index + 1);
    const [, single, double] = quoted.exec(value) ?? [];
    settings[name] = single ?? double ?? value;
  }
  return settings;
}

/** Whether a line is empty or a comment. For systemd before 254, a backslash at the end continues it on the next line. */
const isBlank = (line: string): boolean => /^[\t ]*(?:#.*)?$/.test(line) && !line.trim().endsWith('\\');

/** Why a name can't be there. systemd and Node would take the last of two lines, people see the first. */
function problemOfName(name: string, earlier: number | undefined): string | undefined {
  const meant = meantBy(name, true);
  if (meant.length > 0) return misspelt(meant);
  return earlier === undefined ? undefined : `is in line ${earlier}, too. Take one of them away.`;
}

const advice = 'Put the whole value into one pair of single quotes.';

/** Why systemd and Node would read a value differently. */
function problemOf(value: string): string | undefined {
  if (quoted.test(value)) return undefined;
  if (/^['"]/.test(value))
    return `has quotes that don’t enclose the whole value, or a \\ inside double ones. ${advice}`;
  if (value.startsWith('`')) return `begins with a backtick, which Node takes for a quote. ${advice}`;
  if (value.includes('#')) return `has a #, which begins a comment for Node, and none for systemd. ${advice}`;
  if (value.includes('\\')) return `has a \\, which systemd takes out and Node keeps. ${advice}`;
  return undefined;
}

/** Under systemd the file would win, elsewhere the environment: anyone who sets both must decide. */
function assertNoContradiction(file: string, settings: Variables, environment: Variables): void {
  const names = Object.keys(settings).filter((name) => environment[name] && environment[name] !== settings[name]);
  if (names.length === 0) return;
  throw new OperatorError(
    'SITE-ENV-FILE',
    `${names.join(', ')} ${names.length === 1 ? 'has one value' : 'have other values'} in ${file} and another in your environment. Take one of them away: unset ${names.join(' ')}`,
  );
}
