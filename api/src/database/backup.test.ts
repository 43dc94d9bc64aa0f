import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { siteProgram } from '@site/testkit/site/program.ts';
import { selectMessages } from '../contact/store.ts';
import { selectMails } from '../outbox/queries.ts';
import { openDatabase } from './open.ts';
import { sqliteFile } from './sqlite.ts';

const run = promisify(execFile);
const command = join(process.cwd(), siteProgram);

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ contactRate: { max: 10_000, timeWindow: 60_000 } });
});
afterEach(() => api.close());

const backUp = (file: string, environment: Record<string, string> = {}) =>
  run(process.execPath, [command, 'backup', file], { env: { ...process.env, DATA_DIR: api.dataDir, ...environment } });

/** Stores one message after another until stopped, and collects the ids of the confirmed ones. */
function keepWriting() {
  const confirmed: string[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      const answer = await api.send({ ...goodMessage, message: `The message with the number ${turn}` });
      expect(answer.statusCode).toBe(201);
      confirmed.push(answer.json<{ id: string }>().id);
      // The command's output is read by this process.
      await new Promise(setImmediate);
    }
  })();
  return {
    confirmed,
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
}

test('a copy made while messages are written is complete, and a site starts on it', async () => {
  const folder = join(api.dataDir, 'backups');
  await mkdir(folder);
  const { confirmed, stop } = keepWriting();
  while (confirmed.length < 5) await new Promise(setImmediate);
  const before = [...confirmed];
  const { stdout } = await backUp(join(folder, 'copy.sqlite'));
  expect(confirmed.length, 'messages were written during the copy').toBeGreaterThan(before.length);
  await stop();
  expect(await readdir(folder)).toEqual(['copy.sqlite']);

  await rename(join(folder, 'copy.sqlite'), join(folder, 'site.sqlite'));
  const restored = await openDatabase({ dataDir: folder });
  const ids = (await selectMessages(restored)).map(({ id }) => id);
  const mails = await selectMails(restored);
  await restored.destroy();
  expect(ids).toEqual(expect.arrayContaining(before));
  expect(mails.map(({ message_id }) => message_id).sort(), 'each with its mail').toEqual([...ids].sort());
  expect(stdout).toContain(`${ids.length} messages`);
});

test('a copy has no hashes of visitors’ addresses, nor their keys', async () => {
  await api.send({ ...goodMessage, message: 'A message whose sender is counted' });
  const file = join(api.dataDir, 'without-addresses.sqlite');
  await backUp(file);
  const copy = new DatabaseSync(file, { readOnly: true });
  const source = new DatabaseSync(sqliteFile(api.dataDir), { readOnly: true });
  const rowsOf = (database: DatabaseSync, table: string) => database.prepare(`select * from ${table}`).all();
  for (const table of ['address_keys', 'rate_counts']) {
    expect(rowsOf(source, table), `${table} of the site`).not.toEqual([]);
    expect(rowsOf(copy, table), `${table} of the copy`).toEqual([]);
  }
  const [{ key } = {}] = rowsOf(source, 'address_keys');
  expect((await readFile(file)).includes(String(key)), 'not in its free pages either').toBe(false);
  copy.close();
  source.close();
});

test('a copy is for its user alone, whatever the umask', async () => {
  const file = join(api.dataDir, 'copy.sqlite');
  await run('sh', ['-c', `umask 0; exec "$0" "$@"`, process.execPath, command, 'backup', file], {
    env: { ...process.env, DATA_DIR: api.dataDir },
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('an earlier copy is never overwritten, and a failure leaves nothing behind', async () => {
  const file = join(api.dataDir, 'copy.sqlite');
  await writeFile(file, 'an earlier copy');
  await expect(backUp(file)).rejects.toThrow('BACKUP-TARGET');
  const before = await readdir(api.dataDir);
  await expect(backUp(join(api.dataDir, 'nowhere/copy.sqlite'))).rejects.toThrow('BACKUP-FAILED');
  await expect(backUp(join(api.dataDir, 'other.sqlite'), { DATA_DIR: '/nowhere' })).rejects.toThrow('SITE-DATABASE');
  expect(await readdir(api.dataDir)).toEqual(before);
});

test('in a folder, each copy gets the name of its time', async () => {
  const folder = join(api.dataDir, 'backups');
  await mkdir(folder);
  const { stdout } = await backUp(folder);
  const [name, ...others] = await readdir(folder);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sqlite$/);
  expect([others, stdout]).toEqual([[], expect.stringContaining(`${folder}/${name} has 0 messages`)]);
});

test('with PostgreSQL the command names pg_dump instead', async () => {
  const environment = { DATABASE_URL: 'postgresql://site@127.0.0.1/site' };
  await expect(backUp('copy.sqlite', environment)).rejects.toThrow('pg_dump');
});
