import type { Page } from '@playwright/test';
import { serverLimits } from '@site/server/limits.ts';
import { beaconPath } from '@site/shared/contract/beacon.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, type CodeChange } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit, waitForHydration } from '../support/visitor.ts';
import {
  complaintsOfFault,
  expect,
  expectBlog,
  expectTeam,
  faultsOf,
  goToBlog,
  goToTeam,
  showBlog,
  test,
} from './faultTest.ts';

interface BrokenCode {
  readonly what: string;
  readonly browser: CodeChange;
}

/** Faults in every way of failing. What else a page may lack: shell/src/view/createView.test.ts. */
const broken: readonly BrokenCode[] = [
  { what: 'whose code is not valid JavaScript', browser: { atLoad: '} syntax (' } },
  {
    what: 'that throws while rendering',
    browser: { page: '({ ...page, component: () => { throw new Error("render"); } })' },
  },
  {
    what: 'without texts',
    browser: { page: '({ ...page, strings: { ...page.strings, catalogues: { en: async () => ({}) } } })' },
  },
  {
    what: 'that waits for its data forever',
    browser: { page: '({ ...page, load: () => new Promise(() => {}) })' },
  },
];

for (const { what, browser } of broken) {
  test(
    `in the browser, a blog ${what} is shown as the server renders it, after a click and when opened`,
    firstTierIf(what === 'that throws while rendering'),
    async ({ page, context, watched, breakable: site }) => {
      watched.allow(complaintsOfFault);
      await showBlog(site, await addVariant(testedReleases, 'blog', { browser }, site.store));
      await Promise.all([expectReadableAfterClick(page, site), expectReadable(await context.newPage(), site)]);
    },
  );
}

test('a version that throws in several browsers is FAULTY in the list; one browser is not enough', async ({
  page,
  watched,
  breakable: site,
}) => {
  watched.allow(complaintsOfFault);
  const browser = { page: '({ ...page, component: () => { throw new Error("of Ada Lovelace"); } })' };
  const version = await addVariant(testedReleases, 'blog', { browser }, site.store);
  await showBlog(site, version);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url() === site.origin + beaconPath) reports.push(request.postData() ?? '');
  });
  await visit(page, site.origin + addresses.en.blog);
  await expect.poll(() => reports.length).toBe(1);
  const [report = ''] = reports;
  expect(JSON.parse(report)).toEqual({
    failure: { remote: 'blog', release: version, at: expect.arrayContaining([expect.stringMatching(place)]) },
  });
  expect(report).not.toContain('Lovelace');
  expect(await faultsOf(site.store, 'blog', version)).toEqual([]);
  for (let visitor = 1; visitor < serverLimits.browserFailures.enough; visitor += 1) {
    const answer = await ask(site, beaconPath, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: report,
    });
    expect(answer.status).toBe(204);
  }
  await expect
    .poll(() => faultsOf(site.store, 'blog', version))
    .toEqual([expect.objectContaining({ code: 'BROWSER-FAILED', version })]);
  expect((await ask(site, addresses.en.blog)).body, 'the page stays').toContain(`data-release="${version}"`);
});

/** A place in a script of the blog, or of the shell that called it. */
const place = /^\/assets\/(blog|shell)\/[\w./-]+\.js(\?retry=1)?:\d+:\d+$/;

async function expectReadableAfterClick(page: Page, site: RunningSite): Promise<void> {
  await visit(page, site.origin + addresses.en.home);
  await goToBlog(page);
  await expectBlog(page);
  await expect(page).toHaveURL(site.origin + addresses.en.blog);
  // When a page fails to hydrate, React replaces the whole document's content, the link to click included.
  await waitForHydration(page);
  await goToTeam(page);
  await expectTeam(page);
}

async function expectReadable(page: Page, site: RunningSite): Promise<void> {
  await visit(page, site.origin + addresses.en.blog);
  await expectBlog(page);
  await expect(page.locator('[data-remote="blog"]')).toHaveCount(1);
  await goToTeam(page);
  await expectTeam(page);
}
