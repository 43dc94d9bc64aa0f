import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { commandDatabase } from './commandDatabase.ts';

/** An error that anyone who typed the command can fix. */
export const commandError = (message: string): OperatorError => new OperatorError('SITE-COMMAND', message);

/**
 * Runs a command on the database of the settings. The site may be running at the same time.
 *
 * @param mayBegin whether it may create the database that the settings name
 */
export async function onDatabase<Result>(
  run: (database: Database) => Promise<Result>,
  { mayBegin = false } = {},
): Promise<Result> {
  const { DATA_DIR, DATABASE_URL, SAMPLE_NEWS } = commandDatabase(process.env, mayBegin);
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, sampleNews: SAMPLE_NEWS });
  try {
    return await run(database);
  } finally {
    await database.destroy();
  }
}
