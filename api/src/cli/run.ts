import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DatabaseOptions, openDatabase } from '../database/open.ts';
import { type Command, type CommandContext, CommandError } from './Command.ts';
import { helpText } from './help.ts';

/** Where a command line writes, and where its database is. */
export interface CliContext {
  readonly place: DatabaseOptions;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** Runs one command and returns the exit code: 0 when everything was done, else 1. */
export async function runCli(
  name: string,
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  { place, print, printError }: CliContext,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(helpText(name, commands));
    return 0;
  }
  try {
    const [word, ...rest] = args;
    const command = word === undefined || !Object.hasOwn(commands, word) ? undefined : commands[word];
    if (!command) {
      throw new CommandError(
        `${word ? `There is no command "${word}"` : 'A command is missing'}. Try: npm run ${name} -- --help`,
      );
    }
    const given = parse(name, command, rest);
    const database = await openDatabase(place);
    try {
      return (await command.run({ ...given, database, print })) ? 0 : 1;
    } finally {
      await database.destroy();
    }
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof OperatorError)) throw error;
    printError(error.message);
    return 1;
  }
}

type Given = Pick<CommandContext, 'options' | 'flags' | 'positionals'>;

function parse(name: string, command: Command, args: string[]): Given {
  const options = Object.fromEntries([
    ...Object.keys(command.options).map((option) => [option, { type: 'string' as const }]),
    ...Object.keys(command.flags ?? {}).map((flag) => [flag, { type: 'boolean' as const }]),
  ]);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const more = positionals.length - command.positionals;
    if (more < 0 || (more > 0 && !command.takesMore))
      throw new Error(`Wanted here: ${command.usage || 'options only'}`);
    const given = Object.entries(values);
    return {
      options: Object.fromEntries(given.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))),
      flags: new Set(given.flatMap(([key, value]) => (value === true ? [key] : []))),
      positionals,
    };
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}. Try: npm run ${name} -- --help`);
  }
}
