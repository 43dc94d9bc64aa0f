import type { Page } from '@playwright/test';
import { addresses } from '../support/addresses.ts';
import { addVariant, type CodeChange } from '../support/faults/variant.ts';
import { testedReleases } from '../support/releases.ts';
import type { SiteServer } from '../support/SiteServer.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { complaintsOfFault, expectBlog, expectNotFound, expectTeam, goToBlog, goToTeam } from './expectations.ts';
import { expect, showBlog, test } from './faultTest.ts';

interface BrokenCode {
  readonly what: string;
  readonly browser: CodeChange;
}

const broken: readonly BrokenCode[] = [
  { what: 'whose code is no JavaScript', browser: { atLoad: '} syntax (' } },
  { what: 'that throws as it is loaded', browser: { atLoad: 'throw new Error("load");' } },
  {
    what: 'that throws as it renders',
    browser: { page: '({ ...page, component: () => { throw new Error("render"); } })' },
  },
  { what: 'that is no page', browser: { page: '({})' } },
  {
    what: 'with texts in a foreign namespace',
    browser: { page: '({ ...page, strings: { ...page.strings, namespace: "shell" } })' },
  },
  {
    what: 'without texts',
    browser: { page: '({ ...page, strings: { ...page.strings, catalogues: { en: async () => ({}) } } })' },
  },
  {
    what: 'whose data can not be had',
    browser: { page: '({ ...page, load: async () => { throw new Error("data"); } })' },
  },
  {
    what: 'that waits for its data for ever',
    browser: { page: '({ ...page, load: () => new Promise(() => {}) })' },
  },
  {
    what: 'whose title throws',
    browser: { page: '({ ...page, head: () => { throw new Error("head"); } })' },
  },
];

for (const { what, browser } of broken) {
  test(`in the browser a blog ${what} is the 404 page in place, or stays as the server sent it`, async ({
    page,
    context,
    watched,
    breakable: site,
  }) => {
    watched.allow(complaintsOfFault);
    await showBlog(site, await addVariant(testedReleases, 'blog', { browser }, site.store));
    await Promise.all([expectNotFoundInPlace(page, site), expectReadable(await context.newPage(), site)]);
  });
}

async function expectNotFoundInPlace(page: Page, site: SiteServer): Promise<void> {
  await visit(page, site.origin + addresses.en.home);
  await markDocument(page);
  await goToBlog(page);
  await expectNotFound(page);
  await goToTeam(page);
  await expectTeam(page);
  expect(await isMarked(page)).toBe(true);
}

async function expectReadable(page: Page, site: SiteServer): Promise<void> {
  await visit(page, site.origin + addresses.en.blog);
  await expectBlog(page);
  await expect(page.locator('[data-remote="blog"]')).toHaveCount(1);
  await goToTeam(page);
  await expectTeam(page);
}
