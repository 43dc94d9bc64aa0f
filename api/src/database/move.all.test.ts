import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import {
  createPostgresDatabase,
  openTestDatabase,
  type PostgresDatabase,
  type TestDatabase,
} from '@site/testkit/api/testDatabase.ts';
import { StatementProxy } from '@site/testkit/postgres/StatementProxy.ts';
import { siteProgram } from '@site/testkit/site/program.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { selectMessages, storeMessage } from '../contact/store.ts';
import { newsVersion, selectNews } from '../news/queries.ts';
import { selectMails } from '../outbox/queries.ts';
import { migrate } from './migrate.ts';
import { migrationsFor } from './migrations.ts';
import { openDatabase } from './open.ts';

const run = promisify(execFile);

/** Visitors who send one message after another, and resend each under its key until it is confirmed. */
class Visitors {
  readonly confirmed: string[] = [];
  readonly refused = new Set<string>();
  server: TestServer;
  #isStopped = false;
  readonly #visits: readonly Promise<void>[];

  constructor(server: TestServer) {
    this.server = server;
    this.#visits = [1, 2, 3, 4].map((visitor) => this.#visit(visitor));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#visits);
  }

  async #visit(visitor: number): Promise<void> {
    for (let number = 0; !this.#isStopped; number += 1) {
      const key = `visitor-${visitor}-${number}`;
      const message = { ...goodMessage, subject: key, message: `The words of ${key}` };
      while (!(await this.#send(key, message))) await delay(20);
      this.confirmed.push(key);
    }
  }

  async #send(key: string, message: object): Promise<boolean> {
    try {
      // Each from a different address, so that nobody sends too much.
      const address = `198.51.${key.length}.${Math.floor(Math.random() * 255)}`;
      const answer = await this.server.post(message, { 'idempotency-key': key, 'x-forwarded-for': address });
      if (answer.status === 201) return true;
      const { error } = (await answer.json()) as { error: { code: string } };
      this.refused.add(`${answer.status} ${error.code} ${answer.headers.get('retry-after')}`);
    } catch {
      // The server restarts.
    }
    return false;
  }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('site backup move', () => {
  let place: TestDatabase;
  let target: PostgresDatabase;
  let smtp: TestMailServer;
  const servers: TestServer[] = [];
  beforeEach(async () => {
    [place, target, smtp] = await Promise.all([
      openTestDatabase('SQLite'),
      createPostgresDatabase(process.env.TEST_DATABASE_URL ?? ''),
      startMailServer(),
    ]);
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await Promise.all([place.close(), smtp.stop()]);
    await target.drop();
  });

  async function start(environment: Record<string, string> = {}): Promise<TestServer> {
    const mail = { SMTP_URL: smtp.url, MAIL_TO: 'team@example.com' };
    const server = await startTestServer({ ...place.environment, ...mail, ...environment });
    servers.push(server);
    return server;
  }

  const moveTo = (databaseUrl: string, ...options: string[]) =>
    run(process.execPath, [join(process.cwd(), siteProgram), 'backup', 'move', ...options], {
      env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl },
    });
  const move = (...options: string[]) => moveTo(target.url, ...options);

  /** Stores messages through a server, which keeps running. */
  async function write(server: TestServer): Promise<string[]> {
    const subjects = [1, 2, 3, 4, 5].map((number) => `Message ${number}`);
    for (const subject of subjects) expect((await server.post({ ...goodMessage, subject })).status).toBe(201);
    return subjects;
  }

  /** The subjects of the messages that are in PostgreSQL. */
  async function moved(): Promise<string[]> {
    const database = await openDatabase({ dataDir: place.dataDir, databaseUrl: target.url });
    const subjects = (await selectMessages(database)).map(({ subject }) => subject);
    await database.destroy();
    return subjects.toSorted();
  }

  /** Asserts that a server on PostgreSQL accepts messages and sends each waiting mail once. */
  async function expectWell(subjects: readonly string[]): Promise<void> {
    await servers.shift()?.close();
    const server = await start({ DATABASE_URL: target.url });
    expect((await server.post({ ...goodMessage, subject: 'After it' })).status).toBe(201);
    const all = [...subjects, 'After it'].toSorted();
    expect(await moved()).toEqual(all);
    const mailed = () => smtp.mails.map(({ subject }) => subject?.split(': ')[1]).toSorted();
    await expect.poll(mailed, { timeout: 30_000 }).toEqual(all);
  }

  test('under load every confirmed message is in PostgreSQL exactly once, and mailed once', async () => {
    const before = { news: await selectNews(place.database), version: await newsVersion(place.database) };
    const visitors = new Visitors(await start());
    await expect.poll(() => visitors.confirmed.length, { timeout: 20_000 }).toBeGreaterThan(20);
    const { stdout } = await move();
    const moved = visitors.confirmed.length;
    expect(stdout).toMatch(/^\d+ messages and \d+ news are in PostgreSQL/);
    await expect.poll(() => visitors.refused).toContain('503 storage_unavailable 10');
    visitors.server = await start({ DATABASE_URL: target.url });
    await servers.shift()?.close();
    await expect.poll(() => visitors.confirmed.length, { timeout: 20_000 }).toBeGreaterThan(moved + 20);
    await visitors.stop();

    const database = await openDatabase({ dataDir: place.dataDir, databaseUrl: target.url });
    const subjects = (await selectMessages(database)).map(({ subject }) => subject);
    expect(subjects.toSorted(), 'each once').toEqual(visitors.confirmed.toSorted());
    expect({ news: await selectNews(database), version: await newsVersion(database) }).toEqual(before);
    const states = async () => new Set((await selectMails(database)).map(({ state }) => state));
    await expect.poll(states, { timeout: 30_000 }).toEqual(new Set(['delivered']));
    expect(smtp.mails.map(({ subject }) => subject?.split(': ')[1]).toSorted()).toEqual(subjects.toSorted());
    await database.destroy();
  });

  test('a database that isn’t empty is refused, and the site goes on as before', async () => {
    const other = await openDatabase({ dataDir: place.dataDir, databaseUrl: target.url });
    await storeMessage(other, goodMessage, { language: 'en' });
    await other.destroy();
    await expect(move()).rejects.toThrow('MOVE-TARGET');
    expect((await (await start()).post(goodMessage)).status).toBe(201);
  });

  test('what a later version has added is not left behind: only that version moves it', async () => {
    await migrate(place.database, { ...migrationsFor({ sampleNews: undefined }), '900-later': { up: async () => {} } });
    await expect(move()).rejects.toThrow(/MOVE-SOURCE A later version has changed the tables \(900-later\)/);
    expect((await (await start()).post(goodMessage)).status).toBe(201);
  });

  test('a move that fails leaves everything where it was', async () => {
    const server = await start();
    expect((await server.post(goodMessage)).status).toBe(201);
    // PostgreSQL can’t store it, SQLite can.
    await place.database.updateTable('messages').set({ name: 'Ada\u0000' }).execute();
    await expect(move()).rejects.toThrow('MOVE-FAILED');
    expect((await server.post({ ...goodMessage, subject: 'After it' })).status).toBe(201);
    const database = await openDatabase({ dataDir: place.dataDir, databaseUrl: target.url });
    expect(await selectMessages(database)).toEqual([]);
    await database.destroy();
  });

  test('a move can be undone', async () => {
    const server = await start();
    await move();
    expect((await server.post(goodMessage)).status).toBe(503);
    await move('--undo');
    expect((await server.post(goodMessage)).status).toBe(201);
  });

  /** The statement at which a move is killed, and whether PostgreSQL still receives it. */
  const moments = [
    ['before it has stored anything', /insert into "news"/, 'lose'],
    ['between two messages and their mails', /insert into "outbox"/, 'lose'],
    ['before its commit', /\bcommit\b/, 'lose'],
    ['before it hears of its commit', /\bcommit\b/, 'cut'],
  ] as const;

  for (const [moment, statement, fate] of moments) {
    test(`a move that is killed ${moment}, and run again, loses nothing and doubles nothing`, async () => {
      const server = await start();
      const subjects = await write(server);
      const proxy = await StatementProxy.start(target.url);
      let child: ChildProcess | undefined;
      let isMoving = false;
      proxy.onStatement = (asked) => {
        isMoving ||= asked.includes('insert into "news"');
        if (!isMoving || !statement.test(asked)) return 'pass';
        child?.kill('SIGKILL');
        return fate;
      };
      const moving = moveTo(proxy.url);
      child = moving.child;
      await expect(moving).rejects.toMatchObject({ signal: 'SIGKILL' });
      await proxy.stop();
      expect((await server.post({ ...goodMessage, subject: 'Meanwhile' })).status, 'nothing is stored aside').toBe(503);
      if (fate === 'cut') await expect(move()).rejects.toThrow('MOVE-TARGET');
      else expect((await move()).stdout).toContain(`${subjects.length} messages`);
      expect(await moved()).toEqual(subjects);
      await expectWell(subjects);
    });
  }

  test.each([
    ['has stored everything', 'cut'],
    ['has stored nothing', 'lose'],
  ] as const)(
    'when PostgreSQL is silent after the commit and %s, the command says that it can’t tell, and what to do helps',
    async (_, fate) => {
      const server = await start();
      const subjects = await write(server);
      const proxy = await StatementProxy.start(target.url);
      let [isMoving, isAway] = [false, false];
      proxy.onStatement = (asked) => {
        if (isAway) return 'lose';
        isMoving ||= asked.includes('insert into "news"');
        isAway = isMoving && /\bcommit\b/.test(asked);
        return isAway ? fate : 'pass';
      };
      await expect(moveTo(proxy.url)).rejects.toThrow(/MOVE-UNKNOWN .*Until then messages are refused/);
      await proxy.stop();
      expect((await server.post({ ...goodMessage, subject: 'Meanwhile' })).status).toBe(503);
      expect(await moved()).toEqual(fate === 'cut' ? subjects : []);
      if (fate === 'lose') await move();
      await expectWell(subjects);
    },
  );
});
