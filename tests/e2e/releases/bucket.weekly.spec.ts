import { join } from 'node:path';
import { promote } from '@site/releases/operations/promote.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { verifyFolder } from '@site/releases/verify.ts';
import { S3Store } from '@site/s3-store/S3Store.ts';
import { startS3 } from '@site/testkit/s3/startS3.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { commandsOf } from '../operations/deployPage.ts';
import { expect, test } from './releaseTest.ts';

/** On a machine's first run, Ceph is unpacked from its packages. */
const firstStart = 6 * 60_000;

test('a site follows a bucket: a release is live within moments, and nobody notices when the storage is unreachable', async ({
  store,
}) => {
  test.setTimeout(firstStart);
  const s3 = await startS3();
  // The storage is available only on Debian.
  if (!s3) return;
  Object.assign(process.env, s3.environment);
  const location = await s3.newBucket();
  const [documented = ''] = await commandsOf('A bucket', 'releases.md');
  const region = { AWS_REGION: 'eu-west-3' };
  expect([...documented.matchAll(/^[A-Z_0-9]+(?==)/gm)].map(String).toSorted()).toEqual(
    ['RELEASES', ...Object.keys({ ...region, ...s3.environment })].toSorted(),
  );
  const bucket = new S3Store(location, 5_000);
  for (const app of ['shell', 'marketing', 'blog', 'contact']) {
    const folder = join(store.folder, app, await store.live(app));
    const manifest = await verifyFolder(app, folder);
    await bucket.add(manifest, folder, { at: new Date().toISOString() });
    await bucket.change(pointerOf(app), async (current) => pointTo(manifest.version, current));
  }

  const site = await startSite({ releases: location, environment: s3.environment });
  try {
    const blog = async () => (await ask(site, addresses.en.blog)).body;
    expect(await blog()).not.toContain('[version-2]');

    const built = await store.buildVariant('blog', 'version-2');
    const published = await store.runProgram(
      ['publish', 'blog', '--folder', built, '--promote', '--no-browser', '--json'],
      { ...s3.environment, ...region, RELEASES: location },
    );
    expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining('version-2') });
    await expect.poll(blog).toContain('[version-2]');

    await s3.refuse();
    await expect.poll(() => site.output()).toContain('SITE-STORE');
    expect((await ask(site, addresses.en.blog)).status).toBe(200);
    expect((await ask(site, addresses.fr.home)).status).toBe(200);

    await s3.heal();
    await promote(bucket, 'blog', await store.live('blog'));
    await expect.poll(blog).not.toContain('[version-2]');
  } finally {
    await site.stop();
    await s3.stop();
  }
});
