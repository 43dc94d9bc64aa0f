/** The status page as visitors read it in Firefox and WebKit while the site is away. Chromium: tests/e2e/operations/statusPage.spec.ts. */
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { styles } from '@site/status-page/page/styles.ts';
import { writeStatus } from '@site/status-page/statusPageCommand.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { hasFallback, partsOf, refusedParts } from './builtStyles.ts';
import { test as engineTest, expect, expectSoon } from './engineTest.ts';

const headlines = { en: 'The site isn’t answering', fr: 'Le site ne répond pas', es: 'La web no responde' } as const;
const minute = 60_000;

const test = engineTest.extend<{ readonly statusOrigin: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  statusOrigin: async ({}, use) => {
    const folder = await temporaryFolder('status');
    const now = Date.now();
    const write = (state: 'up' | 'down', at: number) =>
      writeStatus(
        folder,
        'https://www.example.com',
        new Map([
          ['pages', state],
          ['form', state],
        ]),
        at,
        () => {},
      );
    await write('up', now - 15 * minute);
    await write('down', now - 5 * minute);
    await write('down', now);
    // As on a host for files.
    const host = createServer(async ({ url = '' }, response) => {
      const file = await readFile(join(folder, url.slice(1))).catch(() => undefined);
      if (url.endsWith('.html')) response.setHeader('content-type', 'text/html; charset=utf-8');
      response.writeHead(file ? 200 : 404).end(file);
    });
    await once(host.listen(0, '127.0.0.1'), 'listening');
    await use(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
    host.close();
    host.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  },
});

test.use({ plain: true });

test('visitors read in their language that the site is away, and since when, in the page and in its table', async ({
  visitor,
  statusOrigin,
}) => {
  visitor.origin = statusOrigin;
  await visitor.open('/index.html');
  for (const width of [1440, 390]) {
    await visitor.resize(width, 844);
    for (const [language, headline] of Object.entries(headlines)) {
      await visitor.press(`nav a[lang="${language}"]`);
      await expectSoon(() => visitor.text('h1')).toBe(headline);
      await visitor.press('summary');
      await expectSoon(() => visitor.count('table')).toBe(1);
      const beside = () => document.documentElement.scrollWidth - innerWidth;
      expect(await visitor.evaluate(beside), `${language} ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('the engine supports everything in the style sheet of the status page, or there is a fallback', async ({
  visitor,
  engine,
}) => {
  await visitor.open('/robots.txt');
  const refused = await visitor.evaluate(refusedParts, partsOf([{ file: 'status page', text: styles }]));
  expect(refused.filter((part) => !hasFallback(engine, part))).toEqual([]);
});
