import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { isMarked, markDocument } from '../support/visitor.ts';
import { complaintsOfFault, expect, expectBlog, expectTeam, goToBlog, goToTeam, test } from './faultTest.ts';

const typed = { name: 'Ada Lovelace', email: 'ada@example.org', subject: 'Engines', message: 'Half a message, so f' };

for (const gone of ['every file', 'only the texts'] as const) {
  test(`an old tab whose blog is gone (${gone}) loads the new one as a document, and keeps the begun message`, async ({
    page,
    watched,
    store,
    startOwnSite,
  }) => {
    watched.allow(complaintsOfFault);
    const old = await liveVersion(store, 'blog');
    const site = await startOwnSite({ releases: store });
    const form = new ContactForm(page);
    await form.open('en', site.origin);
    await form.fill(typed);
    await markDocument(page);

    const next = await addVariant(store, 'blog', {});
    await setLive(store, 'blog', next);
    await expect.poll(async () => (await ask(site, addresses.en.blog)).body).toContain(`data-release="${next}"`);
    const inside = gone === 'every file' ? '' : 'web/messages.js';
    for (const folder of [store, join(site.dataDir, 'releases')]) {
      await rm(join(folder, 'blog', old, inside), { recursive: true, force: true });
      for (const ending of inside ? ['.br', '.gz'] : [])
        await rm(join(folder, 'blog', old, inside + ending), { force: true });
    }

    await goToBlog(page);
    await expectBlog(page);
    expect(await isMarked(page)).toBe(false);
    await expect(page.locator(`[data-release="${next}"]`)).toHaveCount(1);
    await page.goBack();
    await expect.poll(() => form.values()).toEqual(typed);
  });
}

test('an old tab does not keep reloading the same page', async ({ page, watched, store, origin, startOwnSite }) => {
  watched.allow(complaintsOfFault);
  await setLive(store, 'blog', await addVariant(store, 'blog', { origin: origin.address }));
  const site = await startOwnSite({ releases: store, environment: { REMOTE_ORIGINS: origin.address } });
  const form = new ContactForm(page);
  await form.open('en', site.origin);
  const next = await addVariant(store, 'blog', { origin: origin.address });
  await setLive(store, 'blog', next);
  await expect.poll(async () => (await ask(site, addresses.en.blog)).body).toContain(`data-release="${next}"`);
  await origin.refuse();
  await goToBlog(page);
  await expect(page.locator(`[data-release="${next}"]`)).toHaveCount(1);
  await expectBlog(page);
  expect(await page.evaluate(() => Object.keys(sessionStorage)), 'as the privacy policy says').toContain('outdated');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  await goToTeam(page);
  await expectTeam(page);
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await goToBlog(page);
  await expectBlog(page);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  expect(documents).toEqual([site.origin + addresses.en.blog]);
});
