import { sql } from 'kysely';
import { forgetDeleted, hasOldRemains, markUnclean } from './forgetDeleted.ts';
import { isPostgres } from './postgres.ts';
import type { Database } from './schema.ts';

/** The row of `revisions` that notes which files of PostgreSQL still have deleted rows. */
const topic = 'remains';

/**
 * Removes deleted data from the disk. If the database is too large for that, or others are reading it, it records that
 * deleted data remains until the tables are rewritten.
 *
 * @returns whether no deleted data is left
 * @throws {OperatorError} `DATABASE_BUSY` when others have been reading the deleted rows for seconds
 */
export async function takeOffDisk(database: Database): Promise<boolean> {
  await noteRemains(database);
  return await forgetDeleted(database);
}

async function noteRemains(database: Database): Promise<void> {
  if (!isPostgres(database)) return await markUnclean(database);
  const revision = await tableFiles(database);
  await database
    .insertInto('revisions')
    .values({ topic, revision })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ revision }))
    .execute();
}

/** Whether deleted data is still on the disk. */
export async function hasRemains(database: Database): Promise<boolean> {
  if (!isPostgres(database)) return await hasOldRemains(database);
  const noted = await database.selectFrom('revisions').select('revision').where('topic', '=', topic).executeTakeFirst();
  if (!noted) return false;
  const files = new Set((await tableFiles(database)).split(' '));
  return noted.revision.split(' ').some((file) => files.has(file));
}

/** The files of the tables with visitors' words. `VACUUM FULL`, which leaves no deleted rows behind, writes new files. */
async function tableFiles(database: Database): Promise<string> {
  const { rows } = await sql<{ files: string }>`select concat_ws(' ',
    pg_relation_filepath('messages'), pg_relation_filepath('outbox')) as files`.execute(database);
  return rows[0]?.files ?? '';
}
