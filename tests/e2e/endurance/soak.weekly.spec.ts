import { join } from 'node:path';
import { pointerOf } from '@site/releases/pointer.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { withoutNotices } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from '../support/serverTest.ts';
import { soak } from './releases/soak.ts';

const apps = ['shell', 'marketing', 'blog', 'contact'];

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

test('during ten releases and rollbacks under load, no request fails and no page mixes releases', async () => {
  test.setTimeout(900_000);
  const store = new FolderStore(testedReleases);
  const live = await Promise.all(
    apps.map(async (app) => [app, (await store.read(pointerOf(app)))?.version ?? ''] as const),
  );
  const versions = new Map(live);
  const folderOf = (app: string) => join(testedReleases, app, versions.get(app) ?? '');

  const { failures, mixed, releases, rollbacks, requests, log } = await soak({ folderOf, changes: 10, rate: 20 });

  expect(failures).toEqual([]);
  expect(mixed).toEqual([]);
  expect(releases + rollbacks).toBe(10);
  expect(requests).toBeGreaterThan(100);
  // When a busy machine renders too slowly, visitors get the previous page, and the log says so.
  const complaints = withoutNotices(log).replaceAll(/^.*was not ready in time.*\n/gm, '');
  expect(complaints, 'the server has nothing to complain of').toMatch(/^ready \S+\n$/);
});
