import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expectUntampered, type FaultyOrigin, type OriginFault } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { addVariant } from '@site/testkit/site/faults/variant.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { visit } from '../support/visitor.ts';
import {
  type BreakableSite,
  complaintsOfFault,
  expect,
  expectBlog,
  expectTeam,
  goToBlog,
  goToTeam,
  patience,
  showBlog,
  test,
} from './faultTest.ts';

interface FaultOnTheWay {
  readonly what: string;
  /** The requests that fail; undefined when the origin refuses every connection. */
  readonly path: RegExp | undefined;
  readonly fault: OriginFault;
}

const container = /remote\.js/;
const chunk = /page-list\.js/;
const sheet = /page-list\.css/;
const texts = /messages\.js/;

/** Each kind of file, and each way to lose one. What else is refused on its way: tests/e2e/security/integrity.spec.ts. */
const faults: readonly FaultOnTheWay[] = [
  { what: 'whose origin refuses every connection', path: undefined, fault: 'missing' },
  { what: 'whose container never arrives', path: container, fault: 'hangs' },
  { what: 'whose container is tampered with at the retry', path: /remote\.js\?retry=1/, fault: 'tampered' },
  { what: 'whose chunk stops halfway', path: chunk, fault: 'stalls' },
  { what: 'whose chunk is cut off', path: chunk, fault: 'truncated' },
  { what: 'whose style sheet never arrives', path: sheet, fault: 'hangs' },
  { what: 'whose style sheet is tampered with on its way', path: sheet, fault: 'tampered' },
  { what: 'whose texts are missing', path: texts, fault: 'missing' },
];

async function fail(origin: FaultyOrigin, { path, fault }: FaultOnTheWay): Promise<void> {
  if (!path) return await origin.refuse();
  origin.fail(path, fault);
  // To reach the retry, the first attempt must fail too.
  if (path.source.includes('retry')) origin.fail(/remote\.js$/, 'missing');
}

/** Serves the blog from its own origin. */
async function showBlogFromElsewhere(site: BreakableSite): Promise<void> {
  await site.elsewhere.heal();
  const change = { origin: site.elsewhere.address };
  await showBlog(site, await addVariant(testedReleases, 'blog', change, site.store));
}

for (const fault of faults) {
  test(`a blog ${fault.what} is shown as the server renders it, after a click and when opened, until its files load again`, async ({
    page,
    context,
    watched,
    breakable: site,
  }) => {
    watched.allow(complaintsOfFault);
    await showBlogFromElsewhere(site);
    await visit(page, site.origin + addresses.en.home);
    await fail(site.elsewhere, fault);
    await Promise.all([followLink(page), open(await context.newPage(), site)]);
    await site.elsewhere.heal();
    await goToBlog(page);
    await expectBlog(page);
  });
}

async function followLink(page: Page): Promise<void> {
  await goToBlog(page);
  await expectBlog(page);
  await goToTeam(page);
  await expectTeam(page);
  await expectUntampered(page);
}

async function open(page: Page, site: BreakableSite): Promise<void> {
  await page.goto(site.origin + addresses.en.blog, { waitUntil: 'commit' });
  const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(painted, patience).toBe(1);
  await expectBlog(page);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, patience);
  await expectBlog(page);
  await expectUntampered(page);
  await goToTeam(page);
  await expectTeam(page);
}

test('while the container of the blog is loading, a click navigates at once', async ({
  page,
  watched,
  breakable: site,
}) => {
  watched.allow(complaintsOfFault);
  await showBlogFromElsewhere(site);
  site.elsewhere.fail(container, 'hangs');
  await page.goto(site.origin + addresses.en.blog, { waitUntil: 'domcontentloaded' });
  await expectBlog(page);
  await goToTeam(page);
  await expect(page).toHaveURL(site.origin + addresses.en.team, { timeout: 3_000 });
  await expectTeam(page);
});
