import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect, test } from './releaseTest.ts';

const visitors = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`);

/** The response to a visitor with an address, which the nearest proxy forwards. */
const visit = (site: RunningSite, visitor: string, path: string = addresses.en.blog) =>
  ask(site, path, { headers: { 'x-forwarded-for': visitor } });

/** The visitors who get a version of the blog. */
async function visitorsOf(site: RunningSite, version: string): Promise<readonly string[]> {
  const bodies = await Promise.all(visitors.map(async (visitor) => ({ visitor, ...(await visit(site, visitor)) })));
  expect(bodies.filter(({ status }) => status !== 200)).toEqual([]);
  return bodies.filter(({ body }) => body.includes(`[${version}]`)).map(({ visitor }) => visitor);
}

test('a version that does well goes from a share of the visitors to all of them', async ({ store, ownSite }) => {
  const built = await store.buildVariant('blog', 'version-2');
  await store.run(['publish', 'blog', '--folder', built]);
  expect(await store.run(['promote', 'blog', 'version-2', '--share', '30%'])).toMatchObject({ code: 0 });
  await expect.poll(async () => (await visitorsOf(ownSite, 'version-2')).length).toBeGreaterThan(10);
  const chosen = await visitorsOf(ownSite, 'version-2');
  expect(chosen.length).toBeLessThan(55);
  expect(await visitorsOf(ownSite, 'version-2'), 'each visitor keeps what they have').toEqual(chosen);

  const [one = '', two = ''] = chosen;
  const other = visitors.find((visitor) => !chosen.includes(visitor)) ?? '';
  const [first, second, third] = [await visit(ownSite, one), await visit(ownSite, two), await visit(ownSite, other)];
  expect(first.headers.get('etag'), 'one page is kept for all of a share').toBe(second.headers.get('etag'));
  expect(first.headers.get('etag')).not.toBe(third.headers.get('etag'));
  for (const { headers } of [first, third]) expect(headers.get('cache-control')).toBe('private, no-cache');
  expect((await visit(ownSite, one, addresses.fr.home)).body, 'a tab goes on with the same blog').toContain(
    'version-2',
  );
  expect((await visit(ownSite, other, addresses.fr.home)).body).not.toContain('version-2');

  const { blog } = JSON.parse((await ask(ownSite, frontendDiscoveryPath)).body).microFrontends;
  expect(blog.map(({ deployment }: { deployment: object }) => deployment)).toEqual([
    { traffic: 70, default: true },
    { traffic: 30, default: false },
  ]);

  await expect
    .poll(async () => (await store.run(['list'])).stdout)
    .toMatch(/version-2 {2}30 % of visitors since .*, [1-9]\d+ views, 0 failures \(live: [1-9]\d+, 0\)/);

  const plan = ['--share', '30%', '--watch', '--step', '0', '--views', '10'];
  let isDone = false;
  const watching = store.run(['promote', 'blog', 'version-2', ...plan]).finally(() => {
    isDone = true;
  });
  while (!isDone) await visitorsOf(ownSite, 'version-2');
  expect(await watching).toMatchObject({ code: 0, stdout: expect.stringContaining('blog@version-2 is live: ') });
  await expect.poll(async () => (await visitorsOf(ownSite, 'version-2')).length).toBe(visitors.length);
  expect((await visit(ownSite, other)).headers.get('cache-control')).toMatch(/^public/);
});

test('a version whose pages throw is rolled back by the server itself, and nobody sees an error', async ({
  store,
  ownSite,
}) => {
  const version = await addVariant(store.folder, 'blog', {
    server: { page: `({ ...page, component: () => { throw new Error('It broke.'); } })` },
  });
  await setRollout(new FolderStore(store.folder), 'blog', { version, share: 50 });
  const takenBack = async () => {
    await visitorsOf(ownSite, version);
    return (await store.run(['list'])).stdout;
  };
  await expect.poll(takenBack, { timeout: 20_000 }).toMatch(/taken back by 1 of 1 servers: .*It broke\./);
  expect(ownSite.output()).toContain(`SITE-ROLLOUT blog@${version} is taken back`);

  expect(await store.run(['rollback', 'blog'])).toMatchObject({ code: 0 });
  expect((await store.run(['list'])).stdout).not.toContain('% of visitors');
});
