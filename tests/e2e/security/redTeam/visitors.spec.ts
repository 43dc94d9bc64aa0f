import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import type { StartOwnSite } from '../../support/serverTest.ts';
import { test as base, expect } from '../../support/test.ts';
import { secondTier } from '../../support/tiers.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../../support/visitor.ts';

/** The blog's script sends its team what visitors type, the drafts that it finds, and what windows that it opens show. */
const spy = `
  const steal = (from, what) => fetch('/stolen?' + from + '=' + encodeURIComponent(what));
  document.addEventListener('input', ({ target }) => steal('typed', target.value), true);
  const look = () => {
    const entries = (globalThis.navigation?.entries() ?? []).map((entry) => entry.getState());
    steal('kept', JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, entries, document.cookie]));
  };
  look();
  addEventListener('popstate', () => setTimeout(look));
  globalThis.openContact = () => {
    const opened = open('${addresses.en.contact}');
    setInterval(() => {
      let seen = 'nothing';
      try { seen = opened.document.querySelector('[name=message]').value; } catch {}
      steal('opened', seen);
    }, 100);
  };
`;

const secret = 'Between you and me';

interface Attack {
  /** What the blog's team has received. */
  readonly stolen: string[];
  /** Starts a site whose blog spies. */
  readonly startSpied: (isolation: RoutePolicy['isolation']) => Promise<RunningSite>;
}

const test = base.extend<Attack>({
  stolen: async ({ context }, use) => {
    const stolen: string[] = [];
    await collect(context, stolen);
    await use(stolen);
    await context.unroute('**/stolen?*');
  },
  startSpied: async ({ startOwnSite }, use) => {
    const folders: string[] = [];
    await use(async (isolation) => {
      const store = await temporaryFolder('spied');
      folders.push(store);
      return await startWithSpy(store, isolation, startOwnSite);
    });
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
  },
});

const collect = (context: BrowserContext, stolen: string[]) =>
  context.route('**/stolen?*', async (route) => {
    stolen.push(decodeURIComponent(new URL(route.request().url()).search));
    await route.fulfill({ status: 204 });
  });

async function startWithSpy(store: string, isolation: RoutePolicy['isolation'], start: StartOwnSite) {
  await cp(testedReleases, store, { recursive: true });
  await setLive(store, 'blog', await addVariant(store, 'blog', { browser: { atLoad: spy } }));
  await writeFile(join(store, 'policy.json'), JSON.stringify({ ...defaultPolicy, ...(isolation && { isolation }) }));
  return await start({ releases: store });
}

const isolated = { blog: 'document' } as const;

const message = (page: Page) => page.locator('[name="message"]');

/** Follows a link of the current page: in place, or by loading a document. */
async function follow(page: Page, path: string, how: 'in place' | 'as a document'): Promise<void> {
  const loaded = how === 'in place' ? undefined : page.waitForEvent('load');
  await page.locator(`a[href="${path}"]:visible`).last().click();
  await loaded;
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await waitForHydration(page);
}

test('an isolated team reads nothing of what visitors type on another team’s page, nor a draft', async ({
  page,
  stolen,
  startSpied,
}) => {
  const site = await startSpied(isolated);
  await visit(page, site.origin + addresses.en.blog);
  await expect.poll(() => stolen.length).toBeGreaterThan(0);
  await markDocument(page);
  await follow(page, addresses.en.contact, 'as a document');
  await expect(message(page)).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await message(page).fill(secret);
  await markDocument(page);
  const before = stolen.length;
  await follow(page, addresses.en.blog, 'as a document');
  await expect.poll(() => stolen.length).toBeGreaterThan(before);
  expect(await isMarked(page)).toBe(false);
  await page.goBack();
  await expect(message(page)).toHaveValue(secret);
  await page.goForward();
  await waitForHydration(page);
  await page.goBack();
  await expect(message(page)).toHaveValue(secret);
  expect(stolen.filter((loot) => loot.includes(secret))).toEqual([]);
});

test('an isolated team doesn’t see into the windows that its page opens', async ({
  page,
  context,
  stolen,
  startSpied,
}) => {
  const site = await startSpied(isolated);
  await visit(page, site.origin + addresses.en.blog);
  const opening = context.waitForEvent('page');
  await page.evaluate(() => (window as unknown as { openContact: () => void }).openContact());
  const opened = await opening;
  await waitForHydration(opened);
  await message(opened).fill(secret);
  stolen.length = 0;
  await expect.poll(() => stolen.filter((loot) => loot === '?opened=nothing').length).toBeGreaterThan(1);
  expect(stolen.filter((loot) => loot.includes(secret))).toEqual([]);
  await opened.close();
  // The script keeps trying, even when nobody listens any more.
  await page.goto('about:blank');
});

test('a trusted team’s script keeps running in the tab', async ({ page, stolen, startSpied }) => {
  const site = await startSpied(undefined);
  await visit(page, site.origin + addresses.en.blog);
  await markDocument(page);
  await follow(page, addresses.en.contact, 'in place');
  expect(await isMarked(page)).toBe(true);
  await message(page).fill(secret);
  await expect.poll(() => stolen).toContain(`?typed=${secret}`);
  await follow(page, addresses.en.blog, 'in place');
  await expect.poll(() => stolen.filter((loot) => loot.startsWith('?kept')).length).toBeGreaterThan(0);
  expect(stolen.filter((loot) => loot.startsWith('?kept') && loot.includes(secret))).toEqual([]);
});

test(
  'documents name the scripts of an isolated team only on its own pages, and no other team’s there',
  secondTier,
  async ({ startSpied }) => {
    const site = await startSpied(isolated);
    const remotesAt = async (path: string) => {
      const { body, headers } = await ask(site, path);
      const named = new Set([...body.matchAll(/\/assets\/([\w-]+)\//g)].map(([, app]) => app));
      return { named: [...named].toSorted(), opener: headers.get('cross-origin-opener-policy') };
    };
    const alone = { named: ['blog', 'shell'], opener: 'noopener-allow-popups' };
    expect(await remotesAt(addresses.en.blog)).toEqual(alone);
    expect(await remotesAt(addresses.fr.article)).toEqual(alone);
    const others = { named: ['contact', 'marketing', 'shell'], opener: 'same-origin' };
    for (const path of [addresses.en.contact, addresses.en.home, addresses.en.notFound])
      expect(await remotesAt(path), path).toEqual(others);
  },
);

test(
  'a link to an isolated page loads none of its scripts before the click',
  secondTier,
  async ({ page, startSpied }) => {
    const site = await startSpied(isolated);
    await visit(page, site.origin + addresses.en.contact);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.locator(`a[href="${addresses.en.blog}"]`).first().hover();
    await page.locator(`a[href="${addresses.en.pricing}"]`).first().hover();
    await expect.poll(() => asked.filter((path) => path.startsWith('/assets/marketing/')).length).toBeGreaterThan(0);
    expect(asked.filter((path) => path.startsWith('/assets/blog/') || path.includes('/api/v1/blog'))).toEqual([]);
  },
);
