import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@rstest/core';
import { readLog } from '@site/releases/history/readLog.ts';
import { list } from '@site/releases/operations/list.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { prune } from '@site/releases/operations/prune.ts';
import { pruneHistory } from '@site/releases/operations/pruneHistory.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { setPolicy } from '@site/releases/operations/setRecord.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { makeSigningKey, type TrustedKeys } from '@site/releases/signing/keys.ts';
import { Trust } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import { verifyStored } from '@site/releases/verify.ts';
import {
  buildApp,
  liveVersion,
  newFolder,
  newStore,
  publishApp,
  publishOptions,
} from '@site/testkit/releases/fixtures.ts';
import { startS3 } from '@site/testkit/s3/startS3.ts';
import { S3Store } from './S3Store.ts';

const s3 = await startS3();
Object.assign(process.env, s3?.environment);

afterAll(async () => {
  for (const name of Object.keys(s3?.environment ?? {})) delete process.env[name];
  await s3?.stop();
});

const timeout = 10_000;
const openBucket = async () => new S3Store((await s3?.newBucket()) ?? '', timeout);

/** The kinds of stores, each with a function that creates an empty one. */
const kinds: readonly (readonly [string, () => Promise<PrunableStore>])[] = [
  ['a folder', newStore],
  ...(s3 ? [['a bucket', openBucket] as const] : []),
];

/** Another process's view of the same store. */
const reopened = ({ location }: PrunableStore): PrunableStore =>
  location.startsWith('s3:') ? new S3Store(location, timeout) : new FolderStore(location);

/** The code of an error, if there is one. */
const outcomeOf = (task: Promise<unknown>): Promise<string> =>
  task.then(
    () => 'done',
    ({ code }: { readonly code: string }) => code,
  );

const policy = {
  others: 'none',
  reserved: [],
  menu: { pages: [], others: true },
  footer: { legal: [], company: [], others: true },
} as const;

const noFaults = { of: async () => [], ofPointer: async () => undefined, acceptedPointer: async () => undefined };

describe.each(kinds)('a store in %s', (_, open) => {
  const storeWith = async (...versions: readonly string[]) => {
    const store = await open();
    for (const version of versions) await publishApp(store, { version });
    return store;
  };

  test('has what was published, byte for byte, and what it was built from', async () => {
    const store = await storeWith('version-1', 'version-2');
    expect(await store.apps()).toEqual(['blog']);
    expect((await store.versions('blog')).map(({ version, commit }) => [version, commit])).toEqual([
      ['version-2', 'abc1234'],
      ['version-1', 'abc1234'],
    ]);
    expect(await verifyStored(reopened(store), 'blog', 'version-1')).toMatchObject({ version: 'version-1' });
    expect((await store.file('blog', 'version-2', 'web/remote.js')).toString()).toBe('// blog version-2');
  });

  test('streams a file, large or empty, without loading it into memory', async () => {
    const store = await open();
    const large = Array.from({ length: 300_000 }, (_, index) => `// ${index}\n`).join('');
    await publishApp(store, { version: 'version-1', extra: { 'web/large.js': large, 'web/empty.js': '' } });
    for (const [path, content] of Object.entries({ 'web/large.js': large, 'web/empty.js': '' })) {
      const file = await store.stream('blog', 'version-1', path);
      const chunks: Buffer[] = await file.content.toArray();
      expect(file.size).toBe(content.length);
      expect(Buffer.concat(chunks).toString() === content).toBe(true);
      expect(Math.max(0, ...chunks.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024);
    }
    await expect(store.stream('blog', 'version-1', 'web/none.js')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
  });

  test('shows a promotion and a roll-back to every process', async () => {
    const store = await storeWith('version-1', 'version-2');
    const other = reopened(store);
    expect(await liveVersion(other)).toBeUndefined();
    await promote(store, 'blog', 'version-1');
    expect(await liveVersion(other)).toBe('version-1');
    await promote(other, 'blog', 'version-2');
    expect(await liveVersion(store)).toBe('version-2');
    await rollback(store, 'blog');
    expect(await other.read(pointerOf('blog'))).toMatchObject({
      version: 'version-1',
      previous: [{ version: 'version-2' }],
    });
    expect(await list(store, noFaults)).toMatchObject([
      {
        app: 'blog',
        versions: [
          { version: 'version-2', state: 'earlier' },
          { version: 'version-1', state: 'live' },
        ],
      },
    ]);
  });

  test('of two promotions at once, one is refused', async () => {
    const store = await storeWith('version-1', 'version-2', 'version-3');
    await promote(store, 'blog', 'version-1');
    let inner: Promise<unknown> = Promise.resolve();
    const outer = store.change(pointerOf('blog'), async (current) => {
      inner = promote(reopened(store), 'blog', 'version-2');
      await inner.catch(() => {});
      return pointTo('version-3', current);
    });
    const [first, second] = [await outcomeOf(outer), await outcomeOf(inner)];
    expect([first, second].toSorted()).toEqual(['RELEASE-BUSY', 'done']);
    expect(await liveVersion(store)).toBe(first === 'done' ? 'version-3' : 'version-2');
  });

  test('of many simultaneous promotions no two are based on the same pointer', async () => {
    const store = await storeWith('version-1', 'version-2', 'version-3');
    await promote(store, 'blog', 'version-1');
    const attempts = await Promise.allSettled(
      ['version-1', 'version-2', 'version-3'].map((version) =>
        reopened(store).change(pointerOf('blog'), async (current) => pointTo(version, current)),
      ),
    );
    const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value?.version] : []));
    expect(won).toHaveLength(1);
    expect(await liveVersion(store)).toBe(won[0]);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'RELEASE-BUSY' });
  });

  test('of two first promotions at once, one is refused', async () => {
    const store = await storeWith('version-1', 'version-2');
    const attempts = await Promise.allSettled(
      ['version-1', 'version-2'].map((version) =>
        reopened(store).change(pointerOf('blog'), async () => pointTo(version, undefined)),
      ),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('takes a version that two processes publish at once', async () => {
    const store = await open();
    const folder = await newFolder();
    await buildApp(folder);
    const options = { ...(await publishOptions(store)), app: 'blog', folder };
    await Promise.all([publish(options), publish({ ...options, store: reopened(store) })]);
    await verifyStored(store, 'blog', 'version-1');
  });

  test('repairs a damaged version when it is published again', async () => {
    const store = await storeWith('version-1');
    const folder = await newFolder();
    const manifest = await buildApp(folder, { extra: { 'web/other.js': '// another build of the same sources' } });
    await store.replaceManifest(manifest);
    await expect(verifyStored(store, 'blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
    await publishApp(store, { version: 'version-1' });
    await verifyStored(store, 'blog', 'version-1');
  });

  test('does not show a version with missing files', async () => {
    const store = await open();
    const folder = await newFolder();
    const manifest = await buildApp(folder);
    await rm(join(folder, 'web/page-list.js'));
    await expect(store.add(manifest, folder, { at: '' })).rejects.toMatchObject({ code: 'RELEASE-FILE' });
    expect(await store.has('blog', 'version-1')).toBe(false);
    expect(await store.versions('blog')).toEqual([]);
    await expect(store.manifest('blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
  });

  test('prunes old versions, but never the live one', async () => {
    const store = await storeWith('version-1', 'version-2', 'version-3', 'version-4');
    await promote(store, 'blog', 'version-1');
    await promote(store, 'blog', 'version-2');
    expect((await prune(store, { last: 1, age: -1 })).toSorted()).toEqual(['blog@version-3']);
    expect((await store.versions('blog')).map(({ version }) => version)).toEqual([
      'version-4',
      'version-2',
      'version-1',
    ]);
    expect(await store.has('blog', 'version-3')).toBe(false);
    await verifyStored(store, 'blog', 'version-2');
  });

  test('keeps each signed record that was in force, once, also of two that change it at once', async () => {
    const store = await storeWith('version-1', 'version-2');
    const key = await makeSigningKey(join(await newFolder(), 'owner.key'));
    const keys: TrustedKeys = { owner: { public: key.public, apps: ['*'], signs: ['releases', 'pointers'] } };
    const signing = { key, site: unnamedSite, life: 60_000 };
    const trust = new Trust(() => keys, unnamedSite);
    for (const version of ['version-1', 'version-2', 'version-1']) {
      const attempts = [store, reopened(store)].map((one) => promote(one, 'blog', version, { signing }));
      const ended = await Promise.allSettled(attempts);
      expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    }
    await setPolicy(store, { ...policy, claims: {} }, { signing, trust });
    await setPolicy(store, { ...policy, claims: {}, others: 'own-name' }, { signing, trust });
    const log = await readLog({ store, trust }, { maySee: () => true, onPage: 50 });
    expect(log.entries.slice(0, 2)).toMatchObject([
      { subject: 'policy.json', act: { kind: 'policy', changed: ['others'] }, isCurrent: true },
      { subject: 'policy.json', act: { kind: 'policy' }, isCurrent: false },
    ]);
    const versions = log.entries.flatMap(({ act }) => (act && act.kind !== 'renewed' ? [act.version] : []));
    expect(versions.filter((version) => version !== undefined)).toEqual(['version-1', 'version-2', 'version-1']);
    expect(log.entries.filter(({ problem, hasGap }) => problem !== undefined || hasGap)).toEqual([]);
    const [oldest] = (await store.kept(pointerOf('blog'))).toSorted((a, b) => a.serial - b.serial);
    expect(await pruneHistory(store), 'none is old').toEqual([]);
    if (oldest) await store.removeKept(pointerOf('blog'), oldest);
    const after = await readLog({ store, trust }, { maySee: () => true, onPage: 50 });
    expect(after.entries).toHaveLength(log.entries.length - 1);
    expect((await store.versions('blog')).map(({ version }) => version).sort()).toEqual(['version-1', 'version-2']);
    expect(await store.apps()).toEqual(['blog']);
  });

  test('keeps its pointer when a change fails, and can be changed again', async () => {
    const store = await storeWith('version-1');
    await promote(store, 'blog', 'version-1');
    const refusal = new Error('No.');
    await expect(store.change(pointerOf('blog'), () => Promise.reject(refusal))).rejects.toThrow();
    expect(await liveVersion(store)).toBe('version-1');
    await promote(store, 'blog', 'version-1');
  });

  test('keeps the route policy of the shell’s owner, even when two change it at once', async () => {
    const store = await open();
    const policyOf = (prefix: string) => ({ ...policy, claims: { blog: [prefix] } });
    expect(await store.read(routePolicy)).toBeUndefined();
    await setPolicy(store, policyOf('blog'));
    const prefixes = ['news', 'magazine'];
    const outcomes = await Promise.all(
      prefixes.map((prefix) => outcomeOf(setPolicy(reopened(store), policyOf(prefix)))),
    );
    const done = prefixes.filter((_prefix, index) => outcomes[index] === 'done');
    expect(done.map(policyOf)).toContainEqual(await store.read(routePolicy));
  });

  test.each(['..', '../other', 'Blog', '', '/etc', '.faults', 'a\0b', 'constructor'])(
    '"%s" is not an app',
    async (app) => {
      const store = await open();
      const refused = { code: 'RELEASE-NAME' };
      expect(() => pointerOf(app)).toThrow(refused.code);
      await expect(store.versions(app)).rejects.toMatchObject(refused);
      await expect(store.has(app, 'version-1')).rejects.toMatchObject(refused);
      await expect(store.remove(app, 'version-1')).rejects.toMatchObject(refused);
    },
  );

  test.each(['..', '../../other', '.incoming-1', 'current.json', ''])('"%s" is not a version', async (version) => {
    const store = await open();
    await expect(store.manifest('blog', version)).rejects.toMatchObject({ code: 'RELEASE-NAME' });
    await expect(store.has('blog', version)).rejects.toMatchObject({ code: 'RELEASE-NAME' });
    await expect(store.remove('blog', version)).rejects.toMatchObject({ code: 'RELEASE-NAME' });
  });

  test.each(['../current.json', '/etc/passwd', 'web/../../x', 'web//x', 'web\\x', './x', ''])(
    '"%s" is not a file of a version',
    async (path) => {
      const store = await open();
      await expect(store.file('blog', 'version-1', path)).rejects.toMatchObject({ code: 'RELEASE-NAME' });
    },
  );

  test('says that a missing version is unknown', async () => {
    const store = await open();
    await expect(store.manifest('blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
    expect(await store.read(pointerOf('blog'))).toBeUndefined();
    expect(await store.has('blog', 'version-1')).toBe(false);
    await store.remove('blog', 'version-1');
  });
});
