import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';
import { BackupError } from './BackupError.ts';
import { sqliteFile } from './file.ts';

/**
 * Copies the database of a data folder into a new file, as it is at one moment, while others go on reading and writing.
 * The file is there when it is whole, checked and on disk, and not before.
 *
 * @returns how many messages and news are in the copy
 * @throws {BackupError} BACKUP-SOURCE, BACKUP-TARGET or BACKUP-FAILED
 */
export async function backUp(dataDir: string, target: string): Promise<{ messages: number; news: number }> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new BackupError(`BACKUP-SOURCE There is no database ${source}. Set DATA_DIR.`);
  if (existsSync(target)) throw new BackupError(`BACKUP-TARGET ${target} is there already. Name another file.`);
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    copy(source, part);
    const counts = check(part);
    await sync(part);
    await rename(part, target);
    return counts;
  } catch (error) {
    rmSync(part, { force: true });
    throw new BackupError(`BACKUP-FAILED ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function copy(source: string, target: string): void {
  const database = new DatabaseSync(source, { timeout: limits.databaseWait });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

/** Reads the whole copy. */
function check(file: string): { messages: number; news: number } {
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

/** SQLite leaves such a copy to the operating system, which may still lose it. */
async function sync(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
