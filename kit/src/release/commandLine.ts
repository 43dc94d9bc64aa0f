import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { apps } from '../build/bundles/project.ts';
import type { CommandResult } from './commandOptions.ts';
import { commands } from './commands.ts';

const usage = `npm run release -- COMMAND [--json]

  publish APP [--promote] [--folder FOLDER]   check, build, verify, preflight, sign and store a version; with --promote it goes live
          [--origin ADDRESS]                  browsers fetch the files from the store at this address, not from the site
          [--no-browser]                      don't hydrate the pages in a browser
  promote APP VERSION                         make a stored version the live one
          [--share N%]                        show it to a share of visitors; --share 100%, or without, to all
          [--watch]                           go on to 50 % and 100 % while it does as well as the live one, or back
          [--step MINUTES] [--views N]        how long each step takes at least (10), and how many views (100)
  rollback APP [VERSION]                      end such steps; else make an earlier version live again: the one before, or the given one
  preview REMOTE VERSION [--days N]           print a link that shows a stored version to whoever has it, for 7 days
  list                                        what is live, since when, from which commit, healthy or not, and what came before
  prune [--last N] [--days N]                 remove versions that are no longer needed (default: keep 5, and 7 days)
  keys new NAME --apps APP,APP                make a key, and print what servers need to trust it
          [--signs releases|pointers]         for one of the two; default: both
          [--file FILE] [--until DATE]        its file (default: NAME.key), and when it ends
  keys list, keys revoke NAME                 the keys that servers trust; a revoked one signs nothing new

publish, promote and rollback sign with --key FILE, or with the file of RELEASE_KEY (versions) and PROMOTE_KEY (what is live), which
servers then accept for 365 days (--days N).
Apps: ${apps.join(', ')}. The store is the folder of RELEASES (.releases) or the bucket (s3://bucket/prefix), or the release service at that address, or at --to ADDRESS.
Exit codes: 0 done, 1 refused, 2 wrong command line, 3 another process is changing what is live.`;

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
  const [name = 'help', ...words] = positionals;
  const { help, ...options } = values;
  if (name === 'help' || help) return { text: usage };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageError(`There is no command "${name}".`);
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
  return new OperatorError('RELEASE-USAGE', `${message}\n\n${usage}`, cause);
}
