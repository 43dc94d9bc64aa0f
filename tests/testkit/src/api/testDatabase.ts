import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, openDatabase } from '@site/api/database/open.ts';
import type { Database } from '@site/api/database/schema.ts';
import pg from 'pg';
import type { DatabaseKind } from '../postgres/onEveryDatabase.ts';

/** The database of one test, deleted when it is closed. */
export interface TestDatabase extends DatabaseOptions {
  readonly database: Database;
  /** Opens it again, as another process would. */
  readonly openAgain: () => Promise<Database>;
  /** The environment variables that make a program of the project use it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Creates an empty folder for one test. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'site-api-'));

/** Creates a database with the sample news and opens it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = await temporaryFolder();
  const created = kind === 'PostgreSQL' ? await createPostgresDatabase(postgresServer()) : undefined;
  const place = { dataDir, databaseUrl: created?.url, sampleNews: true };
  const database = await openDatabase(place);
  const others: Database[] = [];
  return {
    ...place,
    database,
    environment: { DATA_DIR: dataDir, SAMPLE_NEWS: 'true', ...(created && { DATABASE_URL: created.url }) },
    openAgain: async () => {
      const other = await openDatabase(place);
      others.push(other);
      return other;
    },
    close: async () => {
      await Promise.all([database, ...others].map((open) => open.destroy()));
      await created?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function postgresServer(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('There is no PostgreSQL server: set TEST_DATABASE_URL, or call startPostgres() first.');
  return url;
}

/** An empty database on a PostgreSQL server. */
export interface PostgresDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * Creates an empty database.
 *
 * @param server the URL of a database of the server, as a user who may create databases
 */
export async function createPostgresDatabase(server: string): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatement(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runStatement(server, `drop database ${name} with (force)`) };
}

async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
