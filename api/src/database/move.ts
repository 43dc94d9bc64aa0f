import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { sql } from 'kysely';
import { limits } from '../limits.ts';
import { changeWithKnownOutcome, OutcomeUnknownError } from './knownOutcome.ts';
import { laterChanges } from './migrate.ts';
import { migrationsFor } from './migrations.ts';
import { openDatabase } from './open.ts';
import { lockInTransaction } from './postgres.ts';
import type { Database, Tables } from './schema.ts';
import { sqliteFile } from './sqlite.ts';

/** Every table. Those that others refer to come first. */
const tables = [
  'news',
  'messages',
  'outbox',
  'rate_counts',
  'address_keys',
  'data_requests',
  'usage_counts',
  'revisions',
] as const;

/** What a new database has by itself. */
const inNewDatabase: readonly (keyof Tables)[] = ['revisions'];

/** Far fewer parameters than a statement may have. */
const rowsPerStatement = 500;

/** The error with which SQLite itself refuses messages, whichever program writes. */
const refusal =
  'DATABASE_RELOCATED The database has been moved to PostgreSQL: set DATABASE_URL, and restart the server.';

/** What was moved. */
export interface Moved {
  readonly messages: number;
  readonly news: number;
}

/**
 * Moves everything from the SQLite database of a data folder into an empty PostgreSQL database, while servers run on the
 * former. From then on, SQLite itself refuses every change: no message can be stored where nobody will look. If the move
 * fails, nothing has changed.
 *
 * @throws {OperatorError} `MOVE-SOURCE`, `MOVE-TARGET` or `MOVE-FAILED`, or why a database can't be opened
 */
export async function moveToPostgres(dataDir: string, databaseUrl: string): Promise<Moved> {
  const source = await openSource(dataDir);
  try {
    await assertWhollyKnown(source);
    const target = await openDatabase({ dataDir, databaseUrl });
    try {
      await assertEmpty(target);
      return await moveAll(source, target);
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

/** Makes the SQLite database of a data folder writable again. It lacks whatever PostgreSQL has received since. */
export async function undoMove(dataDir: string): Promise<void> {
  const source = await openSource(dataDir);
  await thaw(source).finally(() => source.destroy());
}

async function openSource(dataDir: string): Promise<Database> {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) throw new OperatorError('MOVE-SOURCE', `There is no database ${file}. Set DATA_DIR.`);
  return await openDatabase({ dataDir });
}

/** This program would leave behind what a later version has added. */
async function assertWhollyKnown(source: Database): Promise<void> {
  const [change] = await laterChanges(source, migrationsFor({ sampleNews: undefined }));
  if (change === undefined) return;
  throw new OperatorError(
    'MOVE-SOURCE',
    `A later version has changed the tables (${change.name}): move them with that.`,
  );
}

async function moveAll(source: Database, target: Database): Promise<Moved> {
  try {
    await waitForMails(source);
    await freeze(source);
    await changeWithKnownOutcome(target, {
      change: (transaction) => copyAll(source, transaction),
      hasHappened: async (transaction) => {
        await lockInTransaction(transaction, 'move');
        return (await countRows(transaction)) > 0;
      },
      waits: limits.move,
    });
    return { messages: await countTable(source, 'messages'), news: await countTable(source, 'news') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof OutcomeUnknownError)
      throw new OperatorError(
        'MOVE-UNKNOWN',
        `${reason} Check whether PostgreSQL has the messages. If so, the move is done; if not, move again. Until then messages are refused.`,
        error,
      );
    await thaw(source);
    if (error instanceof OperatorError) throw error;
    throw new OperatorError('MOVE-FAILED', `Nothing was moved: ${reason}`, error);
  }
}

/** Stops servers from taking more mails, and waits for those that they are sending: otherwise these would be sent twice. */
async function waitForMails(source: Database): Promise<void> {
  await sql`create trigger if not exists moved_takes before update of attempts on outbox when new.attempts > old.attempts
    begin select raise(abort, ${sql.lit(refusal)}); end`.execute(source);
  const now = Date.now();
  const leased = (due: Date) =>
    source
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('attempts', '>', 0)
      .where('due_at', '>', due.toISOString())
      .where('due_at', '<=', new Date(now + limits.outbox.lease).toISOString())
      .execute();
  while ((await leased(new Date())).length > 0) await delay(limits.move.poll);
}

async function freeze(source: Database): Promise<void> {
  await source.transaction().execute(async (transaction) => {
    for (const table of tables) {
      for (const change of ['insert', 'update', 'delete'])
        await sql`create trigger if not exists ${sql.id(`moved_${table}_${change}`)} before ${sql.raw(change)}
          on ${sql.id(table)} begin select raise(abort, ${sql.lit(refusal)}); end`.execute(transaction);
    }
  });
}

async function thaw(source: Database): Promise<void> {
  await source.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      name: string;
    }>`select name from sqlite_schema where type = 'trigger' and name like 'moved!_%' escape '!'`.execute(transaction);
    for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(transaction);
  });
}

async function copyAll(source: Database, target: Database): Promise<void> {
  await lockInTransaction(target, 'move');
  await assertEmpty(target);
  for (const table of tables) {
    if (inNewDatabase.includes(table)) await target.deleteFrom(table).execute();
    const rows = await source.selectFrom(table).selectAll().execute();
    for (let start = 0; start < rows.length; start += rowsPerStatement)
      await target
        .insertInto(table)
        .values(rows.slice(start, start + rowsPerStatement))
        .execute();
  }
}

async function assertEmpty(target: Database): Promise<void> {
  if ((await countRows(target)) === 0) return;
  throw new OperatorError(
    'MOVE-TARGET',
    'The PostgreSQL database of DATABASE_URL has messages, news or counts already. Name an empty one.',
  );
}

async function countRows(database: Database): Promise<number> {
  let rows = 0;
  for (const table of tables) if (!inNewDatabase.includes(table)) rows += await countTable(database, table);
  return rows;
}

async function countTable(database: Database, table: keyof Tables): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
