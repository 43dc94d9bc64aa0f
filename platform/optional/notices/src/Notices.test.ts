import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { frozenPolicy } from '@site/releases/freeze.ts';
import { noCounts } from '@site/rollouts/counts.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { atTestEnd } from '@site/testkit/cleanUp.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { startService } from '@site/testkit/releases/service.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { type Receiver, startReceiver } from '@site/testkit/startReceiver.ts';
import Fastify from 'fastify';
import { readDeliveries } from './deliveries.ts';
import { noticeLimits } from './limits.ts';
import { openNotices, type PluginOptions } from './openNotices.ts';
import { emptyRecord, readRecord, writeRecord } from './Record.ts';
import { targetsIn } from './settings.ts';

const quick = { every: 10, requestsEvery: 10, timeout: 300, backoff: { first: 10, longest: 20 } };

/** Targets of receivers on this machine, as `NOTICES` names them. */
const targetsAt = (...receivers: readonly Receiver[]) =>
  targetsIn(receivers.map(({ origin }) => `slack+${origin}/secret`).join(',')).filter((target) => target !== undefined);

interface Telling extends Partial<PluginOptions> {
  readonly signed: SignedStore;
  readonly reports: string;
  readonly receivers: readonly Receiver[];
}

/** A process that tells. */
async function startTelling({ signed, reports, receivers, ...others }: Telling) {
  const lines: string[] = [];
  const server = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } });
  atTestEnd(() => server.close());
  await server.register(openNotices, {
    settings: { NOTICES_LANGUAGE: 'en' },
    site: signed.site,
    store: signed.store,
    trust: signed.trust(),
    policy: openPolicy,
    reports,
    targets: targetsAt(...receivers),
    ...quick,
    ...others,
  });
  await server.ready();
  return { stop: async () => await server.close(), log: () => lines.join('') };
}

const titlesOf = ({ posts }: Receiver): readonly string[] =>
  posts.map(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n')[0] ?? '');

const textOf = ({ posts }: Receiver, index = -1): string =>
  (JSON.parse(posts.at(index)?.body ?? '{"text":""}') as { text: string }).text;

/** Resolves when all that has happened until now was looked at and told. */
async function settled(reports: string): Promise<void> {
  const seen = async () =>
    (await readRecord(reports)).known !== undefined && (await readRecord(reports)).waiting.length;
  await expect.poll(seen).toBe(0);
}

async function openTelling(others: Partial<PluginOptions> = {}) {
  const [signed, reports, receiver] = [await SignedStore.create(), await newFolder(), await startReceiver()];
  const start = async () => await startTelling({ signed, reports, receivers: [receiver], ...others });
  const telling = await start();
  await settled(reports);
  const titles = () => titlesOf(receiver);
  return { signed, reports, receiver, start, telling, titles, faults: new FaultLog(reports) };
}

const fault = { app: 'blog', version: 'version-2', code: 'RENDER-THREW', message: 'seen', at: '2030-01-31T12:00:00Z' };

test('a fault of a release is told once, though two servers report it and the service restarts', async () => {
  const service = await startService();
  const { signed, options } = service;
  const receiver = await startReceiver();
  const { reports } = options;
  const start = async () => await startTelling({ signed, reports, receivers: [receiver] });
  const first = await start();
  await settled(reports);
  await service.release('version-2');
  const servers = [await signed.follow(reports), await signed.follow(reports)];
  await signed.promote('version-2');
  for (const { live } of servers) await expect.poll(() => live()).toBe('version-2');
  for (const { releases } of servers) {
    const [blog] = releases.current().remotes.get('blog') ?? [];
    if (blog) releases.reportFault(blog, 'RENDER-THREW', 'No news: remotes/blog/src/pages/List.tsx:12:3', './list');
  }
  const both = ['*`blog` has a new version*', '*`blog` is faulty*'];
  await expect.poll(() => titlesOf(receiver).toSorted()).toEqual(both);
  const text = receiver.posts.map(({ body }) => JSON.parse(body).text).find((one: string) => one.includes('faulty'));
  expect(text.split('\n')).toEqual([
    '*`blog` is faulty*',
    'Servers found a fault in `blog@version-2`: `RENDER-THREW`',
    'It says: `No news: remotes/blog/src/pages/List.tsx:12:3`',
    'In `remotes/blog/src/pages/List.tsx:12:3`',
    'Page: `/en/blog`',
    'To go back: `npx site rollback blog`',
  ]);
  await settled(reports);
  await first.stop();
  await service.server.close();
  await service.start({ port: 0 });
  const again = await start();
  await signed.rollback();
  await expect.poll(() => titlesOf(receiver).at(-1)).toBe('*`blog` was rolled back*');
  expect(titlesOf(receiver)).toHaveLength(3);
  expect(textOf(receiver)).toMatch(
    /^`blog@version-1` is live again\.\nGiven up: `blog@version-2`\nSigned with the key `blog`$/m,
  );
  expect(`${first.log()}${again.log()}`).not.toMatch(/secret|SITE-NOTICES/);
});

test('a report of a browser, which anyone can send, doesn’t hide what servers find', async () => {
  const { faults, titles } = await openTelling();
  await faults.write({ ...fault, version: 'version-1', code: 'BROWSER-FAILED', at: new Date().toISOString() });
  await expect.poll(titles).toEqual(['*`blog` fails in browsers*']);
  await faults.write({ ...fault, version: 'version-1' });
  await expect.poll(titles).toEqual(['*`blog` fails in browsers*', '*`blog` is faulty*']);
});

test('a version that fails, works and fails again is told once while it is live', async () => {
  const { faults, titles, signed } = await openTelling();
  const live = { ...fault, version: 'version-1' };
  for (let times = 0; times < 3; times += 1) {
    await faults.write(live);
    await expect.poll(titles).toEqual(['*`blog` is faulty*']);
    await faults.remove(live);
  }
  await signed.release({ version: 'version-2' });
  await expect.poll(titles).toEqual(['*`blog` is faulty*', '*`blog` has a new version*']);
});

test('what a thief of the store puts there, with no key, another team’s, or an old pointer, tells nothing', async () => {
  const { signed, titles, reports } = await openTelling();
  const old = await signed.read('blog/current.json');
  await signed.release({ version: 'version-2' });
  await expect.poll(titles).toEqual(['*`blog` has a new version*']);
  await signed.write('blog/current.json', old);
  await signed.putPointer('version-3', 'blog', 'marketing');
  await signed.putPointer('version-3', undefined, 'invented');
  await new FaultLog(reports).write({ ...fault, app: 'shell', version: 'version-1' });
  await expect.poll(titles).toEqual(['*`blog` has a new version*', '*`shell` is faulty*']);
});

test('a rollout is told when it begins, when a server stops it, and when it ends', async () => {
  const { signed, reports, titles, receiver } = await openTelling();
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  const options = { signing: signed.signing('blog'), trust: signed.trust() };
  const { candidate } = await setRollout(signed.store, 'blog', { version: 'version-2', share: 10 }, options);
  await expect.poll(titles).toEqual(['*`blog` goes live in steps*']);
  if (!candidate) throw new Error('There is no rollout.');
  const report = { ...candidate, candidate: noCounts, live: noCounts, takenBack: 'a page of it throws' };
  for (const server of ['a', 'b']) await new RolloutLog(reports).write('blog', server, report);
  await expect.poll(titles).toHaveLength(2);
  expect(textOf(receiver)).toBe(
    '*A rollout of `blog` was stopped*\nA server no longer shows `blog@version-2`.\nWhy: `a page of it throws`\nTo end the rollout: `npx site rollback blog`',
  );
  await signed.rollback();
  await expect.poll(() => titles().at(-1)).toBe('*A rollout of `blog` was ended*');
  expect(titles()).toHaveLength(3);
});

test('a version that waits for the owner’s agreement is told once', async () => {
  const agreed = { blog: { packages: [] } };
  const { signed, titles, receiver } = await openTelling({ policy: { ...openPolicy, agreed } });
  await publishApp(
    signed.store,
    { version: 'version-2', packages: { leaflet: '1.9.4' } },
    { key: signed.key('blog'), trust: signed.trust() },
  );
  await expect.poll(titles).toEqual(['*`blog` asks for your agreement*']);
  expect(textOf(receiver)).toContain('asks for: `packages leaflet@1.9.4`');
  await signed.setPolicy({ ...openPolicy, agreed: { blog: { packages: ['leaflet'] } } });
  await signed.promote('version-2');
  await expect.poll(titles).toEqual(['*`blog` asks for your agreement*', '*`blog` has a new version*']);
});

test('a receiver that fails gets what waits later, and keeps no other from getting it', async () => {
  const [signed, reports] = [await SignedStore.create(), await newFolder()];
  const [failing, well] = [await startReceiver(), await startReceiver()];
  let refused = 0;
  failing.answerWith((response, { path }) => {
    refused += 1;
    response.writeHead(500).end(`no ${path}`);
  });
  const { log } = await startTelling({ signed, reports, receivers: [failing, well] });
  await settled(reports);
  await signed.release({ version: 'version-2' });
  await expect.poll(() => titlesOf(well)).toEqual(['*`blog` has a new version*']);
  await expect.poll(() => refused).toBeGreaterThan(3);
  failing.answerWith((response) => response.end('ok'));
  await settled(reports);
  expect(new Set(titlesOf(failing))).toEqual(new Set(['*`blog` has a new version*']));
  expect(titlesOf(well)).toHaveLength(1);
  expect(log().match(/SITE-NOTICES/g), 'once for each outage').toHaveLength(1);
  expect(log()).toContain('it answered 500');
  expect(log()).not.toContain('secret');
});

test('a mail that the mail server refuses is sent again, and no address is in the log', async () => {
  const [signed, reports, server] = [await SignedStore.create(), await newFolder(), await startMailServer()];
  atTestEnd(() => server.stop());
  const targets = targetsIn('mailto:owner@example.com').filter((target) => target !== undefined);
  const settings = { NOTICES_LANGUAGE: 'fr', SMTP_URL: server.url, MAIL_TO: 'Site <site@example.com>' } as const;
  const { log } = await startTelling({ signed, reports, receivers: [], targets, settings, timeout: 10_000 });
  await settled(reports);
  server.refuse(451);
  await signed.release({ version: 'version-2' });
  await expect.poll(log).toContain('SITE-NOTICES A notice could not be sent');
  const delivery = async () => (await readDeliveries(reports, targets))[0];
  await expect.poll(async () => (await delivery())?.failing?.reason).toBe('EMESSAGE 451');
  expect(await delivery()).toMatchObject({ waiting: [{ kind: 'promoted', app: 'blog' }], givenUp: [] });
  server.refuse(undefined);
  const [mail] = await server.received(1);
  expect(mail?.subject).toBe('blog a une nouvelle version');
  expect(mail?.text?.trim().split('\n')).toEqual([
    'blog@version-2 est en ligne.',
    'Avant\u00a0: blog@version-1',
    'Signé avec la clé blog',
  ]);
  await settled(reports);
  expect(server.mails).toHaveLength(1);
  expect(await delivery(), 'once it has arrived').toEqual({ name: 'mail', isMail: true, waiting: [], givenUp: [] });
  expect(log()).not.toContain('owner@');
});

test('a mail that is refused for three days is given up, and what it was and why can be read', async () => {
  const [signed, reports, server] = [await SignedStore.create(), await newFolder(), await startMailServer()];
  atTestEnd(() => server.stop());
  server.refuse(550);
  const targets = targetsIn('mailto:owner@example.com').filter((target) => target !== undefined);
  const at = new Date(Date.now() - noticeLimits.patience).toISOString();
  const waiting = {
    kind: 'faulty',
    app: 'blog',
    id: 'old',
    at,
    values: {},
    targets: targets.map(({ id }) => id),
  } as const;
  await writeRecord(reports, { ...emptyRecord, waiting: [waiting] });
  const settings = { NOTICES_LANGUAGE: 'en', SMTP_URL: server.url, MAIL_TO: 'site@example.com' } as const;
  const { log, stop } = await startTelling({ signed, reports, receivers: [], targets, settings, timeout: 10_000 });
  await expect.poll(log).toContain('SITE-NOTICES A notice is given up.');
  const givenUp = async () => (await readDeliveries(reports, targets))[0]?.givenUp;
  await expect.poll(givenUp).toMatchObject([{ id: 'old', kind: 'faulty', app: 'blog', at, reason: 'EMESSAGE 550' }]);
  await stop();
  expect(await readFile(join(reports, '.notices/record.json'), 'utf8')).not.toContain('owner@');
});

test('a process that ends between telling and recording tells again, with the same id', async () => {
  const [signed, reports, receiver] = [await SignedStore.create(), await newFolder(), await startReceiver()];
  const targets = targetsIn(`${receiver.origin}/secret`).filter((target) => target !== undefined);
  const settings = { NOTICES_LANGUAGE: 'en', NOTICES_SECRET: `whsec_${'A'.repeat(43)}=` } as const;
  const start = async () => await startTelling({ signed, reports, receivers: [], targets, settings, timeout: 10_000 });
  const first = await start();
  await settled(reports);
  // It has the notice, and the process doesn't know.
  receiver.answerWith(() => {});
  await signed.release({ version: 'version-2' });
  await expect.poll(() => receiver.posts.length).toBe(1);
  await first.stop();
  receiver.answerWith((response) => response.end('ok'));
  await start();
  await settled(reports);
  expect(receiver.posts).toHaveLength(2);
  expect(new Set(receiver.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('of the processes with the same reports one tells, and another takes over when it ends', async () => {
  const { signed, telling, start, titles, reports } = await openTelling();
  await start();
  await signed.release({ version: 'version-2' });
  await expect.poll(titles).toEqual(['*`blog` has a new version*']);
  await settled(reports);
  await telling.stop();
  await signed.release({ version: 'version-3' });
  await expect.poll(titles).toHaveLength(2);
  await settled(reports);
  expect(titles()).toHaveLength(2);
});

test('a damaged record and the damage of one team hide nothing of another', async () => {
  const { signed, telling, start, titles, reports } = await openTelling();
  await telling.stop();
  await writeFile(join(reports, '.notices/record.json'), '{');
  await signed.write('marketing/current.json', { version: '../..' });
  await new FaultLog(reports).write({ ...fault, version: 'version-1' });
  await start();
  await expect.poll(titles).toEqual(['*`blog` is faulty*']);
});

test('where the reports can’t be written nothing is told, the server runs, and its log says so once', async () => {
  const [signed, receiver] = [await SignedStore.create(), await startReceiver()];
  const { log } = await startTelling({ signed, reports: signed.trusted, receivers: [receiver] });
  const lines = () => log().match(/SITE-NOTICES The folder of REPORTS can’t be written here/g);
  await expect.poll(lines).toHaveLength(1);
  await signed.release({ version: 'version-2' });
  expect(receiver.posts).toEqual([]);
  expect(lines()).toHaveLength(1);
});

test('what waits for an address that the settings no longer name waits for nobody', async () => {
  const { telling, start, reports, titles } = await openTelling();
  await telling.stop();
  const { known } = await readRecord(reports);
  const gone = { id: 'x', at: fault.at, kind: 'try', app: 'site', values: {}, targets: ['gone'] } as const;
  await writeRecord(reports, { ...emptyRecord, waiting: [{ ...gone, targets: ['gone'] }], ...(known && { known }) });
  await start();
  await settled(reports);
  expect(titles()).toEqual([]);
});

test('a freeze and its end are told once, with the reason, and a damaged policy lifts nothing', async () => {
  const { signed, titles, receiver, faults } = await openTelling();
  await signed.setPolicy(frozenPolicy(openPolicy, 'Black Friday'));
  await expect.poll(titles).toEqual(['*Nothing new goes live*']);
  expect(textOf(receiver).split('\n').slice(1)).toEqual([
    'The site was frozen. What is live can still be taken back.',
    'Why: `Black Friday`',
    'Signed with the key `shell`',
    'To lift that: `npx site freeze --lift`',
  ]);
  await writeFile(join(signed.store.location, 'policy.json'), '{');
  await faults.write({ ...fault, version: 'version-1' });
  await expect.poll(titles).toEqual(['*Nothing new goes live*', '*`blog` is faulty*']);
  await signed.setPolicy(openPolicy);
  await expect.poll(() => titles().slice(2)).toEqual(['*New versions go live again*']);
});
