import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readyOrigin, siteProgram } from '@site/testkit/site/program.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { failedResource } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { isMarked, markDocument } from '../support/visitor.ts';
import { expect, test } from './projectTest.ts';

test(
  'a team that develops its remote inside a running site keeps the scroll position and the typed text',
  secondTier,
  async ({ page, site, watched, project, start }) => {
    // From the unknown page.
    watched.allow(failedResource);
    // While the test holds the scripts, nothing shows the fonts.
    watched.allow(/was preloaded using link preload but not used/);
    // Only development keeps what was typed.
    watched.allow(/stored as “typed before .*\/_dev\/client\.mjs/);
    const development = start(siteProgram, ['dev', 'contact', '--site', site.origin], { PORT: '0' });
    const origin = await readyOrigin(development);
    const title = texts.en.contact.contact.head.title;

    // Without smooth scrolling.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { promise: wanted, resolve: startScripts } = Promise.withResolvers<void>();
    await page.route('**/assets/**/*.js', (route) => wanted.then(() => route.fallback()));
    await page.goto(`${origin}/en/contact`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('[data-remote="contact"]')).toHaveAttribute('data-release', /^development-/);
    await page.locator('textarea').fill('Written before the change');

    const catalogue = join(project, 'remotes/contact/locales/en.json');
    const change = async (from: string, to: string) => {
      await writeFile(catalogue, (await readFile(catalogue, 'utf8')).replace(`"${from}"`, `"${to}"`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(to);
      await expect(page.locator('textarea')).toHaveValue('Written before the change');
    };
    await test.step('before the page’s scripts have started: it is loaded again', async () => {
      await change(title, 'Knock, we are in');
      startScripts();
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    });
    await test.step('in the running page', async () => {
      await markDocument(page);
      await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
      await change('Knock, we are in', 'Knock, we are all in');
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
      expect(await isMarked(page)).toBe(true);
    });

    // The rest of the site is as released.
    await page.goto(`${origin}/en/blog`);
    await expect(page.locator('[data-remote="blog"]')).toHaveAttribute('data-release', 'live');
    await page.getByRole('link', { name: texts.en.shell.navigation.contact }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knock, we are all in');

    // An unknown address shows the 404 page once, and its links work.
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    await page.goto(`${origin}/en/nowhere`);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.contact }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knock, we are all in');
    expect(documents).toEqual([`${origin}/en/nowhere`]);

    // Before the server stops: the page would complain.
    await page.close();
  },
);
