import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@rstest/core';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { declaredPage, newFolder, newStore, publishApp, storeWith } from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { FaultLog } from '../FaultLog.ts';
import { list } from './list.ts';
import { promote } from './promote.ts';

let reports: string;

beforeEach(async () => {
  reports = await newFolder();
});

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test('lists live, earlier and merely published versions, newest first', async () => {
  const store = await storeWith('version-1', 'version-2', 'version-3');
  await promote(store, 'blog', 'version-1');
  await promote(store, 'blog', 'version-2');
  const [blog] = await list(store, new FaultLog(reports));
  expect(blog).toMatchObject({
    app: 'blog',
    versions: [
      { version: 'version-3', state: 'published', published: iso, since: undefined, commit: 'abc1234', faults: [] },
      { version: 'version-2', state: 'live', since: iso },
      { version: 'version-1', state: 'earlier', since: iso },
    ],
  });
});

test('lists the faults that servers found, until they are removed', async () => {
  const store = await storeWith('version-1');
  const faults = new FaultLog(reports);
  const whole = { app: 'blog', version: 'version-1', code: 'RELEASE-FILE', message: 'a', at: '2026-01-01T00:00:00Z' };
  const page = { ...whole, module: './all', code: 'RENDER-THREW', message: 'b' };
  for (const fault of [whole, page, { ...page, message: 'again' }]) await faults.write(fault);
  const listed = async () => (await list(store, faults))[0]?.versions[0]?.faults;
  expect(await listed()).toHaveLength(2);
  expect(await listed()).toEqual(expect.arrayContaining([whole, { ...page, message: 'again' }]));
  await faults.remove(page);
  expect(await listed()).toEqual([whole]);
});

test('a page that the route policy leaves out is switched off, which is no fault of its version', async () => {
  const store = await newStore();
  await publishApp(store, { pages: [declaredPage({ name: 'blog', path: 'blog' })] });
  await promote(store, 'blog', 'version-1');
  const reported = new FaultLog(reports);
  const listed = async (policy: RoutePolicy) => (await list(store, reported, { policy }))[0]?.versions[0];
  expect(await listed(policyFor('blog'))).not.toHaveProperty('switchedOff');
  const fault = { app: 'blog', version: 'version-1', module: './list', code: 'RELEASE-ROUTE-RESERVED' };
  await reported.write({ ...fault, message: 'As servers report it', at: '2026-01-01T00:00:00Z' });
  expect(await listed({ ...policyFor('blog'), reserved: ['blog'] })).toMatchObject({
    faults: [],
    switchedOff: [fault],
  });
});

test('a page that finds another one at its address is a fault of its version', async () => {
  const store = await newStore();
  const names = ['blog', 'events'];
  for (const name of names) await publishApp(store, { name, pages: [declaredPage({ name: 'blog', path: name })] });
  for (const name of names) await promote(store, name, 'version-1');
  const apps = await list(store, new FaultLog(reports), { policy: policyFor('blog') });
  expect(apps.find(({ app }) => app === 'events')?.versions[0]).toMatchObject({
    faults: [{ code: 'RELEASE-ROUTE-TAKEN', module: './list' }],
  });
});

test.each(['{', 'null', '{"at": 5}'])('a version whose publication is %s is still listed', async (text) => {
  const store = await storeWith('version-1', 'version-2');
  await writeFile(join(store.location, 'blog/version-1/publication.json'), text);
  const [blog] = await list(store, new FaultLog(reports));
  expect(blog?.versions).toMatchObject([
    { version: 'version-2', published: iso },
    { version: 'version-1', published: '' },
  ]);
});

test('a half-written fault is ignored', async () => {
  const faults = new FaultLog(reports);
  await faults.write({
    app: 'blog',
    version: 'version-1',
    code: 'RELEASE-FILE',
    message: 'a',
    at: '2026-01-01T00:00:00Z',
  });
  await writeFile(join(reports, '.faults/blog/version-1/list.json'), 'null');
  expect(await faults.of('blog', 'version-1')).toHaveLength(1);
});

test('a damaged pointer is reported, and the versions to promote are still listed', async () => {
  const store = await storeWith('version-1');
  await writeFile(join(store.location, 'blog/current.json'), '{"version":');
  const [blog] = await list(store, new FaultLog(reports));
  expect(blog).toMatchObject({
    problem: expect.stringContaining('RELEASE-POINTER'),
    versions: [{ version: 'version-1', state: 'published' }],
  });
});

test('the list of an empty or missing store is empty', async () => {
  const store = await newStore();
  expect(await list(store, new FaultLog(reports))).toEqual([]);
});

test('an app that the site needs is listed as gone while it has no live version', async () => {
  const store = await storeWith('version-1');
  const problems = async () =>
    (await list(store, new FaultLog(reports), { policy: policyFor('blog', 'contact') })).map(({ app, problem }) => [
      app,
      problem,
    ]);
  const gone = expect.stringMatching(/^RELEASE-POINTER No version of \w+ is live/);
  expect(await problems()).toEqual([
    ['blog', gone],
    ['contact', gone],
  ]);
  await promote(store, 'blog', 'version-1');
  expect(await problems()).toEqual([
    ['blog', undefined],
    ['contact', gone],
  ]);
});
