import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Host } from '@site/testkit/host/Host.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { programEnvironment } from '@site/testkit/site/program.ts';
import { hostSite } from '@site/testkit/site/servers.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken } from './askOperations.ts';

/** What the page says first in each language. */
const headlines = {
  up: { en: 'Everything works', fr: 'Tout fonctionne', es: 'Todo funciona' },
  down: { en: 'The site isn’t answering', fr: 'Le site ne répond pas', es: 'La web no responde' },
} as const;

test('visitors read on a page of its own what works, also while the site is away', async ({ browser }) => {
  const site = await hostSite({ environment: { METRICS_TOKEN: metricsToken } });
  const folder = await temporaryFolder('status');
  const environment = { ...programEnvironment, METRICS_TOKEN: metricsToken };
  const check = async () => {
    const { code, stdout, stderr } = await Host.get().run(['status-page', folder, '--site', site.origin], environment);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  expect(await check()).toMatch(/^pages {2}up\nform {3}up\nnews {3}up\n/);
  await site.stop();
  const whileUp = await readFile(join(folder, 'en.html'), 'utf8');
  expect(whileUp).toContain(`<h1>${headlines.up.en}</h1>`);
  expect(await check()).toMatch(/^pages {2}down\nform {3}down\nnews {3}down\n/);

  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
    const requested: string[] = [];
    const complaints: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    context.on('console', (message) => complaints.push(message.text()));
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    for (const [language, headline] of Object.entries(headlines.down)) {
      await page.locator(`nav a[lang=${language}]`).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.locator('summary').click();
      await expect(page.getByRole('table')).toBeVisible();
      expect(await axeViolations(page, { name: language }, 'all')).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      const facts = () => [document.scripts.length, document.documentElement.scrollWidth];
      expect(await page.evaluate(facts)).toEqual([0, 390]);
    }
    // Nothing of the site, which is away, nor of anyone else.
    expect(requested.filter((address) => !/^(?:file|data):/.test(address))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }
  await rm(folder, { recursive: true, force: true });
});
