import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { limits } from '../limits.ts';
import { sqliteFile } from './sqlite.ts';

/**
 * Copies a snapshot of a data folder's SQLite database into a new file, while others keep reading and writing. The file
 * appears only when it is complete, checked and on disk.
 *
 * @returns the number of messages and news in the copy
 * @throws {OperatorError} `SITE-DATABASE`, `BACKUP-TARGET` or `BACKUP-FAILED`
 */
export async function backUpSqlite(dataDir: string, target: string): Promise<{ messages: number; news: number }> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new OperatorError('SITE-DATABASE', `There is no database ${source}. Set DATA_DIR.`);
  if (existsSync(target)) throw new OperatorError('BACKUP-TARGET', `${target} exists already. Name another file.`);
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    // Only this user may read it, from its first byte and whatever the umask: `vacuum into` fills an empty file.
    closeSync(openSync(part, 'wx', 0o600));
    copy(source, part);
    forgetAddresses(part);
    const counts = checkCopy(part);
    await flushToDisk(part);
    await rename(part, target);
    return counts;
  } catch (error) {
    rmSync(part, { force: true });
    throw new OperatorError('BACKUP-FAILED', error instanceof Error ? error.message : String(error), error);
  }
}

function copy(source: string, target: string): void {
  const database = new DatabaseSync(source, { timeout: limits.sqlite.lock });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

/** Removes the counts of hashed addresses and the keys of the hashes: a copy lives longer than they may. */
function forgetAddresses(file: string): void {
  const database = new DatabaseSync(file);
  try {
    // Otherwise deleted rows stay in the file's free pages.
    database.exec('pragma secure_delete = on');
    for (const table of ['address_keys', 'rate_counts']) {
      // A database of an earlier version has no such tables.
      if (database.prepare('select 1 from sqlite_master where name = ?').get(table))
        database.exec(`delete from ${table}`);
    }
  } finally {
    database.close();
  }
}

/** Reads the whole copy. */
function checkCopy(file: string): { messages: number; news: number } {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { integrity_check: verdict } = database.prepare('pragma integrity_check').get() ?? {};
    if (verdict !== 'ok') throw new Error(`The copy is damaged: ${verdict}`);
    const count = (table: string) => Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
    return { messages: count('messages'), news: count('news') };
  } finally {
    database.close();
  }
}

/** `vacuum into` leaves the copy in the operating system's cache, where a power cut would lose it. */
async function flushToDisk(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
