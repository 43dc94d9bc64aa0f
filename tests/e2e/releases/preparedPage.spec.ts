import type { Page } from '@playwright/test';
import { beaconPath } from '@site/shared/contract/beacon.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant } from '@site/testkit/site/faults/variant.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { complaintsOfFault, expect, expectBlog, expectTeam, goToBlog, goToTeam, showBlog, test } from './faultTest.ts';

declare global {
  interface Window {
    /** How often the blog's variant was rendered. */
    renders?: number;
    /** What the blog's variant did besides rendering. */
    deeds?: string[];
  }
}

/** A blog that counts how often it is rendered, and has what a page should not have: a title, and an id of the shell's. */
const meddling = `({ ...page, component: (props) => {
  const content = page.component(props);
  const element = (type, own) => ({ ...content, type, key: null, props: own });
  window.renders = (window.renders ?? 0) + 1;
  window.deeds ??= [];
  const note = (deed) => () => { window.deeds.push(deed); };
  const children = [
    element('title', { children: 'A title of the page' }),
    element('img', { src: '/meddling.png', alt: '', onError: note('picture') }),
    content,
  ];
  return element('div', { id: 'main', ref: note('effect'), children });
} })`;

/** A blog that is animated when it appears. */
const lively = `({ ...page, component: (props) => {
  const content = page.component(props);
  window.renders = (window.renders ?? 0) + 1;
  return { ...content, type: 'div', key: null, props: { style: { animation: 'roofline-glow 60s' }, children: content } };
} })`;

const throwing = '({ ...page, component: () => { window.renders = 1; throw new Error("render"); } })';

/** Hovers over the blog's link until the blog is rendered ahead. */
async function prepareBlog(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).hover();
  await page.waitForFunction(() => window.renders);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('a page that is rendered ahead changes nothing until its link is followed, and is then there at once', async ({
  page,
  watched,
  breakable: site,
}) => {
  watched.allow(/Failed to load resource.*meddling/);
  await showBlog(site, await addVariant(testedReleases, 'blog', { browser: { page: meddling } }, site.store));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, site.origin + addresses.en.home);
  const title = await page.title();
  await prepareBlog(page);
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => document.querySelectorAll('#main').length)).toBe(1);
  expect(await page.evaluate(() => window.deeds)).toEqual([]);
  expect(asked).not.toContain('/meddling.png');
  await expect.poll(() => asked.some((path) => path.includes('scene-kiosk')), 'its first picture').toBe(true);
  const renders = await page.evaluate(() => window.renders);
  await goToBlog(page);
  await expectBlog(page);
  await expect.poll(() => page.evaluate(() => window.deeds?.sort())).toEqual(['effect', 'picture']);
  expect(await page.evaluate(() => window.renders), 'not rendered again').toBe(renders);
  expect(await page.title()).toContain('London');
  expect(await page.title()).not.toContain('A title of the page');
});

test(
  'a page that throws while it is rendered ahead harms nobody who does not follow its link',
  secondTier,
  async ({ page, watched, breakable: site }) => {
    watched.allow(complaintsOfFault);
    await showBlog(site, await addVariant(testedReleases, 'blog', { browser: { page: throwing } }, site.store));
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url() === site.origin + beaconPath) reports.push(request.postData() ?? '');
    });
    await visit(page, site.origin + addresses.en.home);
    await markDocument(page);
    await prepareBlog(page);
    await goToTeam(page);
    await expectTeam(page);
    expect(await isMarked(page), 'nothing was loaded again').toBe(true);
    expect(reports.filter((report) => report.includes('failure'))).toEqual([]);
    await page.evaluate(() => delete window.renders);
    await prepareBlog(page);
    await goToBlog(page);
    await expectBlog(page);
    await expect.poll(() => reports.some((report) => report.includes('failure'))).toBe(true);
  },
);

test(
  'an animation of a page that is rendered ahead begins when the page is shown',
  secondTier,
  async ({ page, breakable: site }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await showBlog(site, await addVariant(testedReleases, 'blog', { browser: { page: lively } }, site.store));
    await visit(page, site.origin + addresses.en.home);
    await prepareBlog(page);
    // The browser would have rendered it a frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const followed = await page.evaluate(() => Number(document.timeline.currentTime));
    await goToBlog(page);
    await expectBlog(page);
    const starts = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect, startTime }) => {
        const isOfPage = (effect as KeyframeEffect).target?.parentElement?.matches('[data-remote]');
        return isOfPage ? [Number(startTime)] : [];
      }),
    );
    expect(starts).toHaveLength(1);
    expect(starts[0]).toBeGreaterThan(followed);
  },
);
