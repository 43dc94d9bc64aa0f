import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { onlyRemote } from '../build/bundles/project.ts';
import type { CommandResult } from './commandOptions.ts';
import { type Command, commands } from './commands.ts';
import { releaseUsage } from './usage.ts';

/** Exit codes of errors that scripts may want to handle; all others have 1. */
const exitCodes: Partial<Record<string, number>> = { 'RELEASE-USAGE': 2, 'RELEASE-BUSY': 3 };

/** What a command line leads to: what it prints, and its exit code. */
export interface CommandLineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command that a command line names. Only faults of our own throw: what an operator can correct is printed. */
export async function runCommandLine(parameters: readonly string[]): Promise<CommandLineResult> {
  const wantsJson = parameters.includes('--json');
  try {
    const { text, data } = await runCommand(parameters);
    return { code: 0, stdout: wantsJson && data !== undefined ? JSON.stringify(data, null, 2) : text, stderr: '' };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const { code, message } = error;
    const stderr = wantsJson ? JSON.stringify({ error: { code, message } }) : message;
    return { code: exitCodes[code] ?? 1, stdout: '', stderr };
  }
}

async function runCommand(parameters: readonly string[]): Promise<CommandResult> {
  const { values, positionals } = parse(parameters);
  const [name = 'help', ...given] = positionals;
  const { help, ...options } = values;
  if (name === 'help' || help) return { text: releaseUsage };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageError(`There is no command "${name}".`);
  const words = withOwnRemote(command, given);
  const [extra] = words.slice(command.words.length);
  if (extra !== undefined) {
    const allowed = command.words.length === 0 ? 'no words' : `only ${command.words.join(' and ')}`;
    throw usageError(`${name} takes ${allowed}: what is "${extra}"? Nothing was done.`);
  }
  const unknown = Object.keys(options).find((option) => ![...command.options, 'json'].includes(option));
  if (unknown) throw usageError(`${name} has no option --${unknown}.`);
  const missing = command.words.find((word, index) => !word.startsWith('[') && !words[index]);
  if (missing) throw usageError(`${missing} is missing.`);
  return await command.run(words, options);
}

/** In the repository of one remote its name needn't be said. */
const withOwnRemote = ({ words: [first = ''] }: Command, words: readonly string[]): readonly string[] =>
  onlyRemote !== undefined && ['APP', 'REMOTE'].includes(first) && words[0] !== onlyRemote
    ? [onlyRemote, ...words]
    : words;

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        promote: { type: 'boolean' },
        folder: { type: 'string' },
        origin: { type: 'string' },
        'no-browser': { type: 'boolean' },
        json: { type: 'boolean' },
        last: { type: 'string' },
        days: { type: 'string' },
        key: { type: 'string' },
        file: { type: 'string' },
        apps: { type: 'string' },
        signs: { type: 'string' },
        until: { type: 'string' },
        to: { type: 'string' },
        share: { type: 'string' },
        watch: { type: 'boolean' },
        step: { type: 'string' },
        views: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), error);
  }
}

function usageError(message: string, cause?: unknown): OperatorError {
  return new OperatorError('RELEASE-USAGE', `${message}\n\n${releaseUsage}`, cause);
}
