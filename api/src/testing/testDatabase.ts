import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '@site/testkit/postgres/makeDatabase.ts';
import type { DatabaseKind } from '@site/testkit/postgres/onEveryDatabase.ts';
import { type DatabaseOptions, openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** A database of one test, in a place that goes with it. */
export interface TestDatabase extends DatabaseOptions {
  readonly database: Database;
  /** Opens it once more, as another process would. */
  readonly openAgain: () => Promise<Database>;
  /** The environment in which a program of the project finds it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** An empty folder for one test. */
export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'site-api-'));
}

/** Makes a database of a kind and opens it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = await temporaryFolder();
  const made = kind === 'PostgreSQL' ? await makeDatabase(postgresServer()) : undefined;
  const place = { dataDir, databaseUrl: made?.url };
  const database = await openDatabase(place);
  const others: Database[] = [];
  return {
    ...place,
    database,
    environment: { DATA_DIR: dataDir, ...(made && { DATABASE_URL: made.url }) },
    openAgain: async () => {
      const other = await openDatabase(place);
      others.push(other);
      return other;
    },
    close: async () => {
      await Promise.all([database, ...others].map((open) => open.destroy()));
      await made?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function postgresServer(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('There is no PostgreSQL server: set TEST_DATABASE_URL, or call startPostgres() first.');
  return url;
}
