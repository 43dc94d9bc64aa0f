import { inspect } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** A check of `npm run check`. */
export interface Check {
  readonly name: string;
  /**
   * Finds problems. Each is one line, or the report of a tool.
   *
   * @param app check only the sources of this app, if the check can
   */
  readonly run: (app?: string) => Promise<readonly string[]>;
}

/**
 * Runs a check. An error in the check counts as a problem, so that the other checks still report.
 *
 * @param app the app to check; default: everything
 */
export async function problemsFoundBy(check: Check, app?: string): Promise<readonly string[]> {
  try {
    return await check.run(app);
  } catch (error) {
    return [error instanceof OperatorError ? error.message : inspect(error)];
  }
}
