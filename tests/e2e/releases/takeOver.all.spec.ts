import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { startSiteProgram } from '@site/testkit/site/servers.ts';
import { readiness, ready, without } from '../operations/askOperations.ts';
import { expect, test } from './faultTest.ts';

test('a server whose new program can’t use a remote that the previous one showed is not ready, and leaves that remote’s pages to other servers', async ({
  store,
}) => {
  const elsewhere = 'https://releases.example.com';
  await setLive(store, 'blog', await addVariant(store, 'blog', { origin: elsewhere }));
  const dataDir = await temporaryFolder('data');
  const start = async (environment: Record<string, string>) => {
    const program = startSiteProgram({ releases: store, environment: { DATA_DIR: dataDir, ...environment } });
    return { origin: await readyOrigin(program), stop: () => stopProgram(program) };
  };
  const before = await start({ REMOTE_ORIGINS: elsewhere });
  expect((await ask(before, addresses.en.blog)).status).toBe(200);
  await before.stop();

  // A new program may have other rules; this one lacks the allowed origin.
  await writeFile(join(dataDir, 'releases/.program'), '1.0.0');
  const after = await start({});
  expect(await readiness(after)).toMatchObject(without('takeover', /SITE-TAKEOVER .*blog/));
  const statuses = Promise.all(
    [addresses.fr.blog, addresses.fr.pricing].map(async (path) => (await ask(after, path)).status),
  );
  expect(await statuses).toEqual([502, 200]);
  await after.stop();

  const again = await start({ REMOTE_ORIGINS: elsewhere });
  await expect.poll(() => readiness(again)).toEqual(ready);
  expect((await ask(again, addresses.fr.blog)).status).toBe(200);
  await again.stop();
  await rm(dataDir, { recursive: true });
});

test('a server without copies is ready even if a live release can’t be used, because no other server could use it either', async ({
  store,
  startOwnSite,
}) => {
  await setLive(store, 'blog', await addVariant(store, 'blog', { origin: 'https://releases.example.com' }));
  const site = await startOwnSite({ releases: store });
  expect(await readiness(site)).toMatchObject([200, { ready: true }]);
  expect((await ask(site, addresses.en.blog)).status).toBe(404);
});
