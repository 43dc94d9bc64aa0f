import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { createCommands } from '../../commands/runSite.ts';

/** The commands of `npx site`, which can be asked and do nothing. */
export interface CommandTree {
  /** What is wrong with the words after `npx site`. */
  readonly faultIn: (words: readonly string[]) => string | undefined;
  readonly help: string;
  /** The help of the command that words begin with: `keys new blog-1` is `new` of `keys`. Undefined when there is none. */
  readonly helpOf: (words: readonly string[]) => string | undefined;
  /** The help of every command. */
  readonly everyHelp: readonly string[];
}

/** Reads the commands of `npx site`. */
export async function readCommands(): Promise<CommandTree> {
  const site: CommandUnknownOpts = await createCommands();
  disarm(site);
  return {
    faultIn: (words) => {
      try {
        site.parse(words, { from: 'user' });
      } catch (error) {
        // A sentence may name a command without its arguments, and in a team's repository the app is implied.
        if (error instanceof CommanderError && /missing|help/i.test(error.code)) return undefined;
        return error instanceof Error ? error.message.replace(/^error: /, '').replaceAll('\n', ' ') : String(error);
      }
    },
    help: site.helpInformation(),
    helpOf: (words) => {
      const command = commandOf(site, words);
      return command === site ? undefined : command.helpInformation();
    },
    everyHelp: helpsOf(site),
  };
}

/** Lets a command, and those below it, only look at their arguments. */
function disarm(command: CommandUnknownOpts): void {
  command.configureOutput({ writeOut: () => {} }).exitOverride((error) => {
    throw error;
  });
  if (command.parent) command.action(() => {});
  for (const below of command.commands) disarm(below);
}

function commandOf(group: CommandUnknownOpts, [word, ...words]: readonly string[]): CommandUnknownOpts {
  const chosen = group.commands.find((command) => command.name() === word);
  return chosen ? commandOf(chosen, words) : group;
}

const helpsOf = (command: CommandUnknownOpts): readonly string[] => [
  command.helpInformation(),
  ...command.commands.flatMap(helpsOf),
];
