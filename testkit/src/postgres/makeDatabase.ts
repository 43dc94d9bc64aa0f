import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own on a test server. */
export interface MadeDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Makes an empty database. */
export async function makeDatabase(server: string): Promise<MadeDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
