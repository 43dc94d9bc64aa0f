import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expectUntampered, type FaultyOrigin, type OriginFault } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { addVariant } from '@site/testkit/site/faults/variant.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import {
  type BreakableSite,
  complaintsOfFault,
  expect,
  expectBlog,
  expectNotFound,
  expectTeam,
  goToBlog,
  goToTeam,
  patience,
  showBlog,
  test,
} from './faultTest.ts';

interface FaultOnTheWay {
  readonly what: string;
  /** Nothing answers at all. */
  readonly path: RegExp | undefined;
  readonly fault: OriginFault;
}

const container = /remote\.js/;
const chunk = /page-list\.js/;
const sheet = /page-list\.css/;
const texts = /locales_\w+\.js/;

const faults: readonly FaultOnTheWay[] = [
  { what: 'whose origin refuses every connection', path: undefined, fault: 'missing' },
  { what: 'whose container is missing', path: container, fault: 'missing' },
  { what: 'whose container never comes', path: container, fault: 'hangs' },
  { what: 'whose container was tampered with on its way', path: container, fault: 'tampered' },
  { what: 'whose container was tampered with at the retry', path: /remote\.js\?retry=1/, fault: 'tampered' },
  { what: 'whose container is cut off', path: container, fault: 'truncated' },
  { what: 'whose chunk is missing', path: chunk, fault: 'missing' },
  { what: 'whose chunk stops half way', path: chunk, fault: 'stalls' },
  { what: 'whose chunk was tampered with on its way', path: chunk, fault: 'tampered' },
  { what: 'whose style sheet is missing', path: sheet, fault: 'missing' },
  { what: 'whose style sheet never comes', path: sheet, fault: 'hangs' },
  { what: 'whose style sheet was tampered with on its way', path: sheet, fault: 'tampered' },
  { what: 'whose texts were tampered with on their way', path: texts, fault: 'tampered' },
  { what: 'whose texts are missing', path: texts, fault: 'missing' },
  { what: 'whose texts never come', path: texts, fault: 'hangs' },
];

async function fail(origin: FaultyOrigin, { path, fault }: FaultOnTheWay): Promise<void> {
  if (!path) return await origin.refuse();
  origin.fail(path, fault);
  // At the retry alone: the first try has to fail as well.
  if (path.source.includes('retry')) origin.fail(/remote\.js$/, 'missing');
}

/** The site's blog comes from an origin of its own. */
async function showBlogFromElsewhere(site: BreakableSite): Promise<void> {
  await site.elsewhere.heal();
  const change = { origin: site.elsewhere.address };
  await showBlog(site, await addVariant(testedReleases, 'blog', change, site.store));
}

for (const fault of faults) {
  test(`a blog ${fault.what} is the 404 page in place for who follows a link, and readable for who opens it, until it is back`, async ({
    page,
    context,
    watched,
    breakable: site,
  }) => {
    watched.allow(complaintsOfFault);
    await showBlogFromElsewhere(site);
    await visit(page, site.origin + addresses.en.home);
    await markDocument(page);
    await fail(site.elsewhere, fault);
    await Promise.all([followLink(page), open(await context.newPage(), site)]);
    await site.elsewhere.heal();
    await goToBlog(page);
    await expectBlog(page);
    // Browsers keep a module that did not load: the blog is asked for again with a document of its own.
    expect(await isMarked(page)).toBe(false);
  });
}

async function followLink(page: Page): Promise<void> {
  await goToBlog(page);
  await expectNotFound(page);
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

test('while the container of the blog is still awaited, a click leads on at once', async ({
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
