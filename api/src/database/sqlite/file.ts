import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';

/** The database file in a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'site.sqlite');
}

/** Opens the database file of a data folder, making both when they aren't there. */
export function openSqliteFile(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(sqliteFile(dataDir), {
    timeout: limits.databaseWait,
    enableForeignKeyConstraints: true,
  });
  try {
    // WAL: the command line writes while the server reads. FULL: what is committed survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
