import { CommanderError, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * Turns a wrong command line into an error with a code, what is wrong, and what to do.
 *
 * @param code the error's code in docs/errors.md
 */
export function strict<Strict extends CommandUnknownOpts>(command: Strict, code: string): Strict {
  return command.exitOverride((error) => {
    // Help and version were asked for.
    if (error.exitCode === 0) throw error;
    throw wrongCommandLine(command, code, reasonOf(error));
  });
}

/** The error for a wrong command line, which refers to the help. */
export const wrongCommandLine = (command: CommandUnknownOpts, code: string, reason: string): OperatorError =>
  new OperatorError(code, `${reason} See: ${pathOf(command)} --help`);

function reasonOf({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing.';
  const [first = '', ...hints] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/(?<![.?])$/, '.');
  return [sentence, ...hints.map((hint) => hint.replace(/^\((.*)\)$/, '$1'))].join(' ');
}

/** Such as `npx site keys new`. */
const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Ends a command that has already printed what is wrong. */
export function endWith(code: number): never {
  throw new CommanderError(code, 'site.end', '');
}

/** Reads a whole number. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number, 0 or more.');
}
