import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { backUpSqlite } from '../database/backup.ts';
import { moveToPostgres, undoMove } from '../database/move.ts';
import { readProcessSettings } from '../settings.ts';
import { commandDatabase } from './commandDatabase.ts';

/** `site backup PATH`: copies the SQLite database into a file, or a folder, while the site runs. */
export async function backUp(path: string): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = commandDatabase(process.env, false);
  if (DATABASE_URL)
    throw new OperatorError('BACKUP-POSTGRES', 'The database is PostgreSQL: use pg_dump, see docs/postgresql.md.');
  const file = targetAt(path);
  const { messages, news } = await backUpSqlite(DATA_DIR, file);
  console.log(`${file} has ${messages} messages and ${news} news.`);
}

/** In a folder each copy is named after its time, so that there may be several a day. */
function targetAt(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  return join(path, `${new Date().toISOString().replace(/\..*/, '').replaceAll(':', '-')}.sqlite`);
}

/** `site backup move`: moves everything from SQLite to the PostgreSQL database of `DATABASE_URL`. */
export async function moveDatabase({ undo }: { readonly undo?: true | undefined }): Promise<void> {
  const { DATA_DIR } = commandDatabase({ ...process.env, DATABASE_URL: undefined }, false);
  if (undo) {
    await undoMove(DATA_DIR);
    return console.log(`The database in ${DATA_DIR} takes messages again.`);
  }
  const { DATABASE_URL } = readProcessSettings({ DATABASE_URL: process.env.DATABASE_URL });
  // In the environment, not among the arguments: every user of the machine can read those.
  if (!DATABASE_URL)
    throw new OperatorError('BACKUP-USAGE', 'Set DATABASE_URL to the empty PostgreSQL database to move to.');
  const { messages, news } = await moveToPostgres(DATA_DIR, DATABASE_URL);
  console.log(`${messages} messages and ${news} news are in PostgreSQL. Restart the servers with this DATABASE_URL.`);
}
