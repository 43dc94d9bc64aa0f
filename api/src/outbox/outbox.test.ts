import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { storeMessage } from '../contact/store.ts';
import type { Database, OutboxRow } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { finishMail, type OutboxMail, selectMails, takeMails } from './queries.ts';
import { Sender } from './Sender.ts';

onEveryDatabase((kind) => {
  let place: TestDatabase;
  let smtp: TestMailServer;
  let servers: TestServer[];
  beforeEach(async () => {
    [place, smtp] = await Promise.all([openTestDatabase(kind), startMailServer()]);
    servers = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all([place.close(), smtp.stop()]);
  });

  async function start(settings: Record<string, string> = {}): Promise<TestServer> {
    const mail = { SMTP_URL: smtp.url, MAIL_TO: 'team@example.com', MAIL_FROM: 'Our Site <site@example.com>' };
    const server = await startTestServer({ ...place.environment, ...mail, ...settings });
    servers.push(server);
    return server;
  }

  const states = async () => (await selectMails(place.database)).map(({ state }) => state);

  test('the team gets each message as a mail that it can reply to, in the visitor’s language', async () => {
    const { post } = await start();
    const response = await post({ ...goodMessage, subject: 'Été à <Béthune>' }, { 'accept-language': 'fr' });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const [mail] = await smtp.received(1);
    expect(mail).toMatchObject({
      from: { name: 'Our Site', address: 'site@example.com' },
      to: [{ address: 'team@example.com' }],
      replyTo: [{ name: goodMessage.name, address: goodMessage.email }],
      subject: 'Message du site\u00A0: Été à <Béthune>',
      messageId: `<${id}@example.com>`,
      recipients: ['team@example.com'],
    });
    expect(mail?.text).toContain(goodMessage.message);
    expect(mail?.html).toContain('<html lang="fr">');
    expect(mail?.html).toContain('Été à &lt;Béthune&gt;');
    await expect.poll(states).toEqual(['delivered']);
  });

  test('what looks like the code of mail programs arrives as it was typed', async () => {
    const { post } = await start();
    const subjects = [
      '=?utf-8?Q?Invoice_overdue?=',
      'About =?UTF-8?B?cGF5IG5vdw==?= and =?iso-8859-1?q?caf=E9?=',
      '=?utf-8?Q?two?= =?utf-8?Q?words?=',
      'Is =? a code, or ?= one?',
      `${'=?utf-8?Q?x?= '.repeat(14)}été`,
    ];
    for (const subject of subjects) await post({ ...goodMessage, name: '=?utf-8?Q?The_Bank?=', subject });
    const mails = await smtp.received(subjects.length);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      subjects.map((subject) => `Message from the website: ${subject}`).sort(),
    );
    for (const { replyTo, text, headers } of mails) {
      expect(replyTo).toEqual([{ name: '', address: goodMessage.email }]);
      expect(text).toContain('=?utf-8?Q?The_Bank?=');
      expect(headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    }
  });

  test('nothing that a visitor writes becomes a header, a recipient or markup', async () => {
    const attack = 'Ada\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';
    // Bypasses the API, which removes line breaks.
    await storeMessage(
      place.database,
      { name: attack, email: 'ada@example.com>,<victim@example.com', subject: attack, message: attack },
      { language: 'en', confirms: true },
    );
    await start();
    const isTried = ({ state, last_error }: OutboxRow) => state !== 'waiting' || last_error !== null;
    await expect.poll(async () => (await selectMails(place.database)).every(isTried)).toBe(true);
    expect(smtp.mails.map(({ recipients }) => recipients)).toContainEqual(['team@example.com']);
    expect(smtp.mails.flatMap(({ recipients }) => recipients)).not.toContain('victim@example.com');
    for (const { headers, html } of smtp.mails) {
      expect(headers.filter(({ key }) => key === 'bcc')).toEqual([]);
      expect(html).not.toContain('<script>');
    }
  });

  test('a message is accepted while the mail server is down, and mailed once it is back', async () => {
    smtp.refuse(451);
    const { post } = await start();
    expect((await post(goodMessage)).status).toBe(201);
    const tried = async () => (await selectMails(place.database))[0];
    await expect.poll(async () => (await tried())?.last_error).toContain('451');
    expect(await tried()).toMatchObject({ state: 'waiting', ended_at: null });
    smtp.refuse(undefined);
    expect(await smtp.received(1)).toHaveLength(1);
    await expect.poll(states).toEqual(['delivered']);
  });

  test('a message that is older than the mail server is mailed once there is one', async () => {
    const { post } = await start({ SMTP_URL: '' });
    await post(goodMessage);
    expect(await states()).toEqual(['waiting']);
    await start();
    await smtp.received(1);
    await expect.poll(states).toEqual(['delivered']);
  });

  test('a backlog is sent several mails at a time, and leaves the others to other servers', async () => {
    const subjects = Array.from({ length: 10 }, (_, index) => `Number ${index}`);
    for (const subject of subjects)
      await storeMessage(place.database, { ...goodMessage, subject }, { language: 'en', confirms: false });
    const release = smtp.hold();
    await start();
    await expect.poll(() => smtp.held()).toBe(limits.outbox.concurrency);
    const taken = (await selectMails(place.database)).filter(({ attempts }) => attempts > 0);
    expect(taken, 'others are free for other servers').toHaveLength(limits.outbox.concurrency);
    release();
    await expect.poll(async () => new Set(await states()), { timeout: 20_000 }).toEqual(new Set(['delivered']));
    expect(smtp.mails.map(({ subject }) => subject?.slice(-'Number 0'.length)).sort()).toEqual(subjects);
  });

  test('a delivered mail is not sent again when its outcome can’t be recorded', async () => {
    const { post } = await start();
    await post(goodMessage);
    await expect.poll(states).toEqual(['delivered']);
    // Now no other mail can be recorded as delivered.
    const index = place.database.schema.createIndex('one_delivered').on('outbox').column('state').unique();
    await index.where('state', '=', 'delivered').execute();
    await post({ ...goodMessage, subject: 'Taken' });
    await smtp.received(2);
    await place.database
      .updateTable('outbox')
      .set({ due_at: new Date(0).toISOString() })
      .where('state', '!=', 'delivered')
      .execute();
    await post({ ...goodMessage, subject: 'The one that is taken instead' });
    await smtp.received(3);
    await place.database.schema.dropIndex('one_delivered').execute();
    await expect.poll(async () => new Set(await states()), { timeout: 20_000 }).toEqual(new Set(['delivered']));
    expect(smtp.mails).toHaveLength(3);
  });

  // Each server on SQLite has its own database.
  if (kind === 'PostgreSQL')
    test('several servers send each mail once', async () => {
      const [first, second] = await Promise.all([start(), start()]);
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      await Promise.all(
        numbers.map((number) => (number % 2 ? first : second).post({ ...goodMessage, subject: `Number ${number}` })),
      );
      await smtp.received(20);
      await expect.poll(async () => new Set(await states()), { timeout: 20_000 }).toEqual(new Set(['delivered']));
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(20);
      expect(smtp.mails).toHaveLength(20);
    });

  test('a mail whose sender was killed is taken by another one when its lease ends', async () => {
    const { database } = place;
    await storeMessage(database, goodMessage, { language: 'en', confirms: false });
    const attempts = async (taker: Database) =>
      (await takeMails(taker, { max: 5, except: [] })).map(({ entry }) => entry.attempts);
    expect(await attempts(database)).toEqual([1]);
    const other = await place.openAgain();
    expect(await attempts(other)).toEqual([]);
    await database
      .updateTable('outbox')
      .set({ due_at: new Date(0).toISOString() })
      .execute();
    expect(await attempts(other)).toEqual([2]);
  });

  test('a visitor gets a confirmation only if the owner wants it, and never anyone’s words in it', async () => {
    const { post } = await start({ MAIL_CONFIRM: 'true' });
    await post(goodMessage, { 'accept-language': 'es' });
    const mails = await smtp.received(2);
    const confirmation = mails.find(({ recipients }) => recipients[0] === goodMessage.email);
    expect(confirmation?.subject).toBe('Hemos recibido tu mensaje');
    for (const words of [goodMessage.name, goodMessage.subject, 'engine']) {
      expect(`${confirmation?.text}${confirmation?.html}`).not.toContain(words);
    }
    smtp.refuse(550);
    await post({ ...goodMessage, subject: 'To an address that isn’t there' });
    await expect.poll(states).toContain('dead');
    expect((await selectMails(place.database)).filter(({ state }) => state === 'dead')).toMatchObject([
      { kind: 'confirmation' },
    ]);
  });

  test('a confirmation that waits for a visitor’s mail server isn’t taken for a mail that waits for the owner’s', async () => {
    const { origin } = await start({ METRICS_TOKEN: 'a-token-of-the-test', SMTP_URL: 'smtp://127.0.0.1:9' });
    await storeMessage(place.database, goodMessage, { language: 'en', confirms: true });
    const [notice] = await selectMails(place.database);
    if (notice) await finishMail(place.database, notice, 'delivered');
    await place.database
      .updateTable('messages')
      .set({ received_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute();
    const headers = { authorization: 'Bearer a-token-of-the-test' };
    const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^site_outbox_oldest_waiting_seconds\{kind="notice"\} 0$/m);
    expect(metrics).toMatch(/^site_outbox_oldest_waiting_seconds\{kind="confirmation"\} 3[67]\d\d/m);
  });

  const day = 24 * 60 * 60 * 1000;

  /** Makes mails that have failed for a while due now. */
  const failFor = (days: number) =>
    place.database
      .updateTable('outbox')
      .set({ failing_since: new Date(Date.now() - days * day).toISOString(), due_at: new Date(0).toISOString() })
      .execute();

  test.each([
    [550, 2, 'the mail server refuses the owner’s address'],
    [451, 6, 'the mail server takes nothing'],
  ])('after status %i for %i days, because %s, a mail is given up; the owner can send it again', async (code, days) => {
    smtp.refuse(code);
    const { post, origin } = await start({ METRICS_TOKEN: 'a-token-of-the-test' });
    const { id } = (await (await post(goodMessage)).json()) as { id: string };
    const mail = async () => (await selectMails(place.database))[0];
    await expect.poll(async () => (await mail())?.failing_since).not.toBeNull();
    expect((await mail())?.state, 'at first it is tried again').toBe('waiting');
    await failFor(days);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['dead']);
    const listed = (await runCommand('messages', place, ['list'])).output;
    expect(listed).toContain('given up');
    expect(listed).toContain(String(code));
    const headers = { authorization: 'Bearer a-token-of-the-test' };
    const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
    expect(metrics).toContain('site_outbox_mails{kind="notice",state="dead"} 1');
    expect(metrics).toMatch(/site_mail_failures_total\{kind="notice",outcome="dead"\} 1/);
    expect(metrics).toMatch(/^site_outbox_oldest_waiting_seconds\{kind="notice"\} 0$/m);
    smtp.refuse(undefined);
    expect(await runCommand('messages', place, ['retry', id])).toMatchObject({
      status: 0,
      output: `sending again ${id}`,
    });
    await expect.poll(states, { timeout: 20_000 }).toEqual(['delivered']);
  });

  test('a stopping server puts back the mails that take too long', async () => {
    await storeMessage(place.database, goodMessage, { language: 'en', confirms: false });
    const { promise: given, resolve: onGiven } = Promise.withResolvers<void>();
    const send = async (_mail: OutboxMail, signal: AbortSignal) => {
      onGiven();
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    const log = { warn: () => {}, error: () => {} };
    const sender = new Sender({ database: place.database, mailer: { send, close: () => {} }, log });
    sender.start();
    await given;
    await sender.stop(0);
    const [mail] = await selectMails(place.database);
    expect(mail).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(Date.parse(mail?.due_at ?? ''), 'long before its lease would end').toBeLessThanOrEqual(
      Date.now() + limits.outbox.mailBackoff.first,
    );
  });

  test('a stopping server finishes the mail that it is sending', async () => {
    const release = smtp.hold();
    const server = await start();
    await server.post(goodMessage);
    await expect.poll(() => smtp.held()).toBe(1);
    const closed = server.close();
    release();
    await closed;
    expect(smtp.mails).toHaveLength(1);
    expect(await states()).toEqual(['delivered']);
  });
});
