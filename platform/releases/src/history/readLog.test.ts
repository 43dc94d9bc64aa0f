import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { publishApp } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { frozenPolicy } from '../freeze.ts';
import { changeLive } from '../operations/makeLive.ts';
import { endRollout, promote } from '../operations/promote.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { signClaims } from '../signing/signatures.ts';
import { keptPath } from './keptRecords.ts';
import { type LogQuery, readLog } from './readLog.ts';

const everything = { maySee: () => true, onPage: 50 };

const logOf = (signed: SignedStore, query: Partial<LogQuery> = {}) =>
  readLog({ store: signed.store, trust: signed.trust() }, { ...everything, ...query });

/** The blog's part of the log. */
const blogLog = async (signed: SignedStore) => (await logOf(signed, { subject: 'blog' })).entries;

const historyOf = (signed: SignedStore) => join(signed.store.location, 'blog/current.history');

/** A rollout of the third version. */
const candidate = { version: 'version-3', share: 10, since: new Date().toISOString(), salt: 's'.repeat(16) };

/** A store whose blog has had three versions, each signed by its team. */
async function withThree(): Promise<SignedStore> {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  await signed.release({ version: 'version-3' });
  return signed;
}

test('every way to change what is live leaves what it was, when, and whose key it was', async () => {
  const signed = await SignedStore.create();
  const other = await signed.addKey('ada', 'blog');
  await signed.release({ version: 'version-2' });
  await publishApp(signed.store, { version: 'version-3' }, { key: signed.key('blog'), trust: signed.trust() });
  const options = { signing: signed.signing('ada'), trust: signed.trust() };
  const share = (percent: number) =>
    changeLive(signed.store, 'blog', options, async (known) => {
      if (!known) throw new Error('Nothing is live.');
      return { ...known, candidate: { ...candidate, share: percent, since: new Date().toISOString() } };
    });
  await share(10);
  await share(50);
  await promote(signed.store, 'blog', 'version-3', options);
  await signed.rollback();
  await signed.promote('version-2');
  const rollout = await share(10);
  await endRollout(signed.store, 'blog', rollout.candidate ?? candidate, options);

  const log = await blogLog(signed);
  expect(log.map(({ act, signer }) => [signer?.name, act])).toEqual([
    ['ada', { kind: 'ended', version: 'version-3' }],
    ['ada', { kind: 'rollout', version: 'version-3', share: 10, before: 'version-2' }],
    ['blog', { kind: 'renewed', version: 'version-2' }],
    ['blog', { kind: 'back', version: 'version-2', before: 'version-3' }],
    ['ada', { kind: 'completed', version: 'version-3', before: 'version-2' }],
    ['ada', { kind: 'share', version: 'version-3', share: 50, shareBefore: 10 }],
    ['ada', { kind: 'rollout', version: 'version-3', share: 10, before: 'version-2' }],
    ['blog', { kind: 'live', version: 'version-2', before: 'version-1' }],
    ['blog', { kind: 'live', version: 'version-1' }],
  ]);
  expect(log.every(({ problem, hasGap }) => problem === undefined && !hasGap)).toBe(true);
  expect(log.map(({ isCurrent }) => isCurrent).indexOf(true)).toBe(0);
  expect(log[0]?.signer).toEqual({ key: other.public, name: 'ada', standing: 'trusted' });
  expect((await logOf(signed, { key: other.public })).entries).toHaveLength(5);
});

test('a new policy says which of its parts differ', async () => {
  const signed = await SignedStore.create();
  await signed.setPolicy({ ...openPolicy, claims: { blog: ['blog'] } });
  await signed.setPolicy({ ...openPolicy, claims: { blog: ['blog', 'news'] }, others: 'none' });
  await signed.setPolicy({ ...openPolicy, claims: { blog: ['blog', 'news'] }, others: 'none' });
  const policy = await signed.store.read(routePolicy);
  await signed.setPolicy(frozenPolicy(policy ?? openPolicy, 'Black Friday'));
  await signed.setPolicy(policy ?? openPolicy);
  const { entries } = await logOf(signed, { subject: routePolicy.subject });
  expect(entries.map(({ act }) => act)).toEqual([
    { kind: 'lifted' },
    { kind: 'frozen' },
    { kind: 'renewed' },
    { kind: 'policy', changed: ['claims.blog', 'others'] },
    { kind: 'policy' },
  ]);
});

test('a key that has ended, or that nobody trusts any more, is said to be so; what it has signed stays verified', async () => {
  const signed = await withThree();
  const key = signed.key('blog').public;
  await signed.revoke('blog');
  expect(new Set((await blogLog(signed)).map(({ signer }) => JSON.stringify(signer)))).toEqual(
    new Set([JSON.stringify({ key, name: 'blog', standing: 'ended' })]),
  );
  await signed.changeTrusted(({ blog: _blog, ...keys }) => keys);
  const log = await blogLog(signed);
  expect(log.map(({ signer, problem }) => ({ signer, problem }))).toEqual(
    Array(3).fill({ signer: { key, standing: 'untrusted' }, problem: undefined }),
  );
  expect(log.map(({ act }) => act?.version)).toEqual(['version-3', 'version-2', 'version-1']);
});

test('what a thief signs with a key after its end is not passed off as signed before', async () => {
  const signed = await withThree();
  await signed.revoke('blog');
  await signed.forgePointer('version-1', 'blog', { serial: Date.now() + 1_000 });
  expect((await blogLog(signed))[0]).toMatchObject({
    signer: { standing: 'ended' },
    problem: expect.stringContaining('was signed after its key had ended'),
  });
});

test('a changed, renamed, foreign or unreadable record is shown as what it is, and others stay as they were', async () => {
  const signed = await withThree();
  const folder = historyOf(signed);
  const [first = '', second = ''] = (await readdir(folder)).sort();
  const before = await blogLog(signed);
  const record = await signed.read<object>(`blog/current.history/${second}`);
  await signed.write(`blog/current.history/${second}`, { ...record, version: 'version-9' });
  expect((await blogLog(signed))[1]).toMatchObject({
    act: { version: 'version-9' },
    problem: expect.stringMatching(/^RELEASE-SIGNATURE/),
  });
  await signed.write(`blog/current.history/${second}`, record);
  expect((await blogLog(signed))[1]?.problem, 'the same in other spaces is the same').toBeUndefined();

  const later = `${String(Date.now() + 60_000).padStart(16, '0')}${first.slice(16)}`;
  await signed.write(`blog/current.history/${later}`, await signed.read(`blog/current.history/${first}`));
  expect((await blogLog(signed))[0]).toMatchObject({ problem: expect.stringMatching(/^RELEASE-RENAMED/) });
  await rm(join(folder, later));

  for (const content of ['{', '[]', ' '.repeat(70_000), '{"version":"version-1"}']) {
    await writeFile(join(folder, later), content);
    const [broken, ...others] = await blogLog(signed);
    expect(broken?.problem, content.slice(0, 10)).toMatch(/^RELEASE-/);
    expect(others).toEqual(before);
  }
  await rm(join(folder, later));
  await symlink('/etc/passwd', join(folder, later));
  expect((await blogLog(signed))[0]?.problem).toMatch(/^RELEASE-POINTER/);
  await rm(join(folder, later));
  for (const name of ['..', 'x.json', `${first}.new`, `${'9'.repeat(17)}-${'a'.repeat(43)}-${'b'.repeat(16)}.json`])
    if (name !== '..') await writeFile(join(folder, name), '{}');
  expect(await blogLog(signed), 'other files are not records').toEqual(before);
});

test('a stranger’s record is marked, and changes nothing of what the log says of others', async () => {
  const signed = await withThree();
  const before = await blogLog(signed);
  await signed.addKey('stranger');
  await signed.putPointer('version-1', 'stranger');
  await signed.promote('version-3');
  const log = await blogLog(signed);
  expect(log[1]).toMatchObject({ act: { version: 'version-1' }, signer: { standing: 'untrusted' } });
  expect(log[0]?.act, 'told without the stranger’s').not.toHaveProperty('before');
  expect(log.slice(2).map(({ act, signer }) => [act, signer])).toEqual(before.map(({ act, signer }) => [act, signer]));
});

test('an old record that someone copies back is in force, and what it has replaced still shows', async () => {
  const signed = await withThree();
  const [oldest = ''] = (await readdir(historyOf(signed))).sort();
  await signed.write('blog/current.json', await signed.read(`blog/current.history/${oldest}`));
  const log = await blogLog(signed);
  expect(log.map(({ act, isCurrent, isSetBack }) => [act?.version, isCurrent, isSetBack])).toEqual([
    ['version-3', false, false],
    ['version-2', false, false],
    ['version-1', true, true],
  ]);
});

test('a record that was taken away is missed by the one after it', async () => {
  const signed = await withThree();
  await signed.promote('version-1');
  const names = (await readdir(historyOf(signed))).sort();
  const middle = join(historyOf(signed), names[1] ?? '');
  await rename(middle, `${middle}.away`);
  const log = await blogLog(signed);
  expect(log.map(({ act, hasGap }) => [act?.version, hasGap])).toEqual([
    ['version-1', false],
    ['version-3', true],
    ['version-1', false],
  ]);
});

test('whoever goes on with a version isn’t said to have made it live, though the record of that is missing', async () => {
  const signed = await SignedStore.create();
  const [pointer, key] = [pointerOf('blog'), await signed.addKey('ada', 'blog')];
  const hour = 60 * 60_000;
  const write = async (value: Pointer, ago: number) => {
    const claims = { app: 'blog', site: signed.site, serial: Date.now() - ago, expires: later };
    const signedValue = signClaims(pointer, value, claims, key);
    await signed.write(keptPath(pointer, signedValue) ?? '', signedValue);
    return signedValue;
  };
  const later = new Date(Date.now() + hour).toISOString();
  const at = (ago: number) => new Date(Date.now() - ago).toISOString();
  await rm(historyOf(signed), { recursive: true });
  const first = { version: 'version-1', since: at(9 * hour), previous: [] };
  await write(first, 9 * hour);
  const second = {
    version: 'version-2',
    since: at(8 * hour),
    previous: [{ version: 'version-1', since: first.since }],
  };
  const shared = { ...second, candidate: { ...candidate, since: at(7 * hour) } };
  await write(shared, 7 * hour);
  await signed.write(pointer.path, await write(shared, 6 * hour));
  expect((await blogLog(signed)).map(({ act, hasGap }) => [act?.kind, act?.version, hasGap])).toEqual([
    ['renewed', 'version-3', false],
    ['rollout', 'version-3', true],
    ['live', 'version-1', false],
  ]);
});

test('what was live before the log began is told by its oldest record, without a key', async () => {
  const signed = await withThree();
  await rm(historyOf(signed), { recursive: true });
  const [only, ...others] = await blogLog(signed);
  expect(others).toEqual([]);
  expect(only?.earlier.map(({ version }) => version)).toEqual(['version-2', 'version-1']);
});

test('where nothing is signed, the log says what is live, and that nobody has signed it', async () => {
  const signed = await SignedStore.create();
  await signed.putPointer('version-1');
  await rm(historyOf(signed), { recursive: true, force: true });
  const [only, ...others] = await blogLog(signed);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ act: { kind: 'live', version: 'version-1' } });
  expect(only).not.toHaveProperty('signer');
});

test('a reader gets the apps of their key alone, some at a time, and reads no more than those', async () => {
  const signed = await withThree();
  await signed.setPolicy(openPolicy);
  const read: string[] = [];
  const store = {
    apps: () => signed.store.apps(),
    kept: (record: Parameters<typeof signed.store.kept>[0]) => signed.store.kept(record),
    read: async <Value extends object>(record: Parameters<typeof signed.store.read<Value>>[0]) => {
      read.push(record.path);
      return await signed.store.read(record);
    },
  };
  const ask = (query: Partial<LogQuery>) => readLog({ store, trust: signed.trust() }, { ...everything, ...query });
  const own = await ask({ maySee: (app) => app === 'blog' });
  expect(own.subjects).toEqual(['blog']);
  expect(own.entries.map(({ subject }) => subject)).toEqual(['blog', 'blog', 'blog']);
  expect(own.keys).toEqual([{ key: signed.key('blog').public, name: 'blog' }]);
  read.length = 0;
  const last = await ask({ maySee: (app) => app === 'blog', onPage: 1, page: 99 });
  expect(last).toMatchObject({ page: 3, pages: 3, entries: [{ act: { version: 'version-1' } }] });
  expect(read).toHaveLength(2);
  expect((await ask({ subject: 'shop' })).entries).toEqual([]);
  expect((await ask({ maySee: (app) => app === 'blog', subject: 'shell' })).entries).toEqual([]);
});
