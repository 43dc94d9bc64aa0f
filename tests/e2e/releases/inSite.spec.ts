import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readyOrigin, siteProgram } from '@site/testkit/site/program.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { failedResource } from '../support/test.ts';
import { expect, test } from './projectTest.ts';

test('a team that develops its remote inside a running site keeps the scroll position and the typed text', async ({
  page,
  site,
  watched,
  project,
  start,
}) => {
  test.setTimeout(120_000);
  // From the unknown page.
  watched.allow(failedResource);
  const development = start(siteProgram, ['dev', 'contact', '--site', site.origin], { PORT: '0' });
  const origin = await readyOrigin(development);
  const title = texts.en.contact.contact.head.title;

  // Without smooth scrolling.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${origin}/en/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('[data-remote="contact"]')).toHaveAttribute('data-release', /^development-/);
  await page.locator('textarea').fill('Written before the change');
  const place = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));

  const catalogue = join(project, 'remotes/contact/locales/en.json');
  await writeFile(catalogue, (await readFile(catalogue, 'utf8')).replace(`"${title}"`, '"Knock, we are all in"'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knock, we are all in');
  await expect(page.locator('textarea')).toHaveValue('Written before the change');
  await expect.poll(place).toBe(200);

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
});
