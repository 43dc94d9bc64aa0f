import { DatabaseOpenError } from '@site/api/database/DatabaseOpenError.ts';
import { listenProblem, SettingsError } from '@site/http/settings.ts';
import { MissingShellError } from './releases/ReleaseSource.ts';

/** What to tell the owner when the site can't start: one line for what the owner can mend, everything else whole. */
export function explain(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof MissingShellError || error instanceof DatabaseOpenError) {
    return error.message;
  }
  return listenProblem(error) ?? error;
}
