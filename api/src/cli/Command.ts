import type { Database } from '../database/schema.ts';

/** What a command is given. */
export interface CommandContext {
  readonly database: Database;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The given ones of the command's flags. */
  readonly flags: ReadonlySet<string>;
  readonly print: (line: string) => void;
}

/** One command of a command line, such as `remove`. */
export interface Command {
  /** What follows the command's name, such as `UID`. */
  readonly usage: string;
  readonly summary: string;
  /** Options with a value: their names, and what to write for them. */
  readonly options: Readonly<Record<string, string>>;
  /** Options without a value: their names, and what they do. */
  readonly flags?: Readonly<Record<string, string>>;
  /** How many words must follow the command. */
  readonly positionals: number;
  /** Whether more words may follow. */
  readonly takesMore?: true;
  /** Whether everything was done. */
  readonly run: (context: CommandContext) => Promise<boolean>;
}

/** Whoever typed the command can mend it; the message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
