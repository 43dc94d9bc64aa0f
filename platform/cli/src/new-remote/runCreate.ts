import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** Runs the program of `npm create`: a mistake is a sentence and an exit code, not a stack. Commander has said its own. */
export function runCreate(program: CommandUnknownOpts): void {
  try {
    program.parse();
  } catch (error) {
    if (error instanceof CommanderError) return;
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = error instanceof OperatorError && error.code === 'SITE-USAGE' ? 2 : 1;
  }
}
