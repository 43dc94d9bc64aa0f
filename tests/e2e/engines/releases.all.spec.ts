import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { fillForm, goodMessage, valuesOf } from './contactForm.ts';
import { test as engineTest, expect, expectSoon } from './engineTest.ts';

const { navigation } = texts.en.shell;

/** Complaints that a failing remote may cause: anything but violations of the security policy. */
const complaintsOfFault = /^(?!.*Content-Security-Policy).*/s;

const test = engineTest.extend<{ readonly store: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  store: async ({}, use) => {
    const store = await ReleaseStore.create();
    await use(store.folder);
    await store.remove();
  },
});

test('an open tab keeps working when a new release replaces the one it started with', async ({
  visitor,
  allowed,
  store,
  startOwnSite,
}) => {
  allowed.push(complaintsOfFault);
  const old = await liveVersion(store, 'blog');
  const site = await startOwnSite({ releases: store });
  visitor.origin = site.origin;
  await visitor.visit(addresses.en.contact);
  await fillForm(visitor, goodMessage);

  const next = await addVariant(store, 'blog', {});
  await setLive(store, 'blog', next);
  await expect.poll(async () => (await ask(site, addresses.en.blog)).body).toContain(`data-release="${next}"`);
  for (const folder of [store, join(site.dataDir, 'releases')])
    await rm(join(folder, 'blog', old), { recursive: true, force: true });

  await visitor.press('header a', navigation.blog);
  await expectSoon(() => visitor.count(`[data-release="${next}"]`)).toBe(1);
  expect(await visitor.text('h1')).toBe(texts.en.blog.list.title);
  await visitor.hydrated();
  await visitor.go(-1);
  await expectSoon(() => valuesOf(visitor)).toEqual(goodMessage);
});

test('an open tab shows a remote that is broken in browsers as the server renders it, and its links still work', async ({
  visitor,
  allowed,
  store,
  startOwnSite,
}) => {
  allowed.push(complaintsOfFault);
  const broken = await addVariant(store, 'blog', { browser: { atLoad: 'throw new Error("load");' } });
  await setLive(store, 'blog', broken);
  const site = await startOwnSite({ releases: store });
  visitor.origin = site.origin;
  await visitor.visit(addresses.en.home);
  await visitor.press('header a', navigation.blog);
  await expectSoon(() => visitor.text('h1')).toBe(texts.en.blog.list.title);
  await visitor.press('header a', navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(texts.en.marketing.team.title);

  await visitor.visit(addresses.en.blog);
  expect(await visitor.text('h1'), 'the page stays as the server sent it').toBe(texts.en.blog.list.title);
});
