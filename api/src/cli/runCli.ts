import { parseArgs } from 'node:util';
import { explain } from '@site/http/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { readProcessSettings } from '../settings.ts';

/** One command of a command line, such as `remove`. */
export interface Command {
  /** What follows the command's name, such as `UID`. */
  readonly usage: string;
  readonly summary: string;
  /** Options with a value: their names, and hints about the value. */
  readonly options?: Readonly<Record<string, string>>;
  /** Options without a value: their names, and what they do. */
  readonly flags?: Readonly<Record<string, string>>;
  /** How many positional arguments the command needs. */
  readonly positionals: number;
  /** Whether more positional arguments may follow. */
  readonly isVariadic?: true;
  /** Returns whether it did everything. */
  readonly run: (context: CommandContext) => Promise<boolean>;
}

interface CommandContext extends Arguments {
  readonly database: Database;
}

interface Arguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
}

/** An error that whoever typed the command can mend. */
export const commandError = (message: string): OperatorError => new OperatorError('SITE-COMMAND', message);

/** Runs the command that a command line names. Returns the exit code: 0 if it did everything, else 1. */
export async function runCli(
  name: string,
  commands: Readonly<Record<string, Command>>,
  args: readonly string[] = process.argv.slice(2),
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpText(name, commands));
    return 0;
  }
  try {
    return (await runCommand(name, commands, args, environment)) ? 0 : 1;
  } catch (error) {
    console.error(explain(error));
    return 1;
  }
}

async function runCommand(
  name: string,
  commands: Readonly<Record<string, Command>>,
  [word, ...rest]: readonly string[],
  { DATA_DIR, DATABASE_URL, SAMPLE_NEWS }: NodeJS.ProcessEnv,
): Promise<boolean> {
  const command = word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) {
    const problem = word ? `There is no command "${word}"` : 'A command is missing';
    throw commandError(`${problem}. Try: npm run ${name} -- --help`);
  }
  const given = parseArguments(name, command, rest);
  const settings = readProcessSettings({ DATA_DIR, DATABASE_URL, SAMPLE_NEWS });
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    sampleNews: settings.SAMPLE_NEWS,
  });
  try {
    return await command.run({ ...given, database });
  } finally {
    await database.destroy();
  }
}

function parseArguments(name: string, command: Command, args: string[]): Arguments {
  const { options = {}, flags = {}, usage, isVariadic } = command;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        ...Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' }] as const)),
        ...Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'boolean' }] as const)),
      },
      allowPositionals: true,
    });
    const surplus = positionals.length - command.positionals;
    if (surplus < 0 || (surplus > 0 && !isVariadic)) throw new Error(`Wanted here: ${usage || 'options only'}`);
    const given = Object.entries(values);
    return {
      positionals,
      options: Object.fromEntries(given.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))),
      flags: new Set(given.flatMap(([key, value]) => (value === true ? [key] : []))),
    };
  } catch (error) {
    throw commandError(`${error instanceof Error ? error.message : error}. Try: npm run ${name} -- --help`);
  }
}

function helpText(name: string, commands: Readonly<Record<string, Command>>): string {
  const parts = Object.entries(commands).map(([word, { usage, summary, options, flags }]) => {
    const lines = Object.entries({ ...options, ...flags }).map(([option, hint]) => `      --${option} ${hint}`);
    return [`  ${`${word} ${usage}`.trim()}`, `      ${summary}`, ...lines].join('\n');
  });
  return [
    `Usage: npm run ${name} -- COMMAND`,
    ...parts,
    'The database is that of DATABASE_URL, or in the folder DATA_DIR (default: .data). The site may be running meanwhile.',
  ].join('\n\n');
}
