import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, faultsOf, test } from './faultTest.ts';

const next = { manifest: { contract: 2, contracts: [2] } };

test('a shell with a new contract waits for remotes that support it, and no visitor misses a page', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store });
  const addNext = async (app: string) => {
    const version = await addVariant(store, app, next);
    await setLive(store, app, version, await liveVersion(store, app));
    return version;
  };
  const pages = async () =>
    await Promise.all([addresses.en.home, addresses.fr.blog, addresses.es.contact].map((path) => ask(site, path)));
  const shell = await addNext('shell');
  await expect.poll(() => faultsOf(store, 'shell', shell)).toMatchObject([{ code: 'RELEASE-CONTRACT' }]);

  for (const app of ['blog', 'marketing']) await addNext(app);
  const before = await pages();
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of before) expect(body).not.toContain(`/assets/shell/${shell}/`);

  const contact = await addNext('contact');
  await expect.poll(async () => (await ask(site, addresses.es.contact)).body).toContain(`data-release="${contact}"`);
  const after = await pages();
  expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
  // A page may be served as it last was while it is rendered again.
  const isNew = async () => (await pages()).every(({ body }) => body.includes(`/assets/shell/${shell}/`));
  await expect.poll(isNew).toBe(true);
  await expect.poll(() => faultsOf(store, 'shell', shell)).toEqual([]);
});
