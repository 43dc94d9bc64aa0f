import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const widths = [320, 360, 390, 430, 600, 768, 834, 1024, 1280, 1440, 1920, 2560] as const;
const pages = ['home', 'services', 'team', 'contact'] as const;

/** How much may move, as Core Web Vitals count it. */
const allowed = 0.01;

/** Runs in the page: how much has moved so far. */
function shifted(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}

/** Runs in the page: waits until it has been painted. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Runs in the page: whether whole style sheets have replaced the inlined ones. */
const isComplete = () => document.querySelector('style:not([data-font-faces])') === null;

for (const width of widths)
  test(`nothing moves while style sheets and scripts arrive in a window of ${width} pixels`, async ({
    page,
    watched,
  }) => {
    watched.allow(failedResource);
    await page.setViewportSize({ width, height: 900 });
    // Machines of tests lack the fonts that are as wide as the site's.
    await page.route('**/*.woff2', (route) => route.abort());
    for (const name of pages) {
      await visit(page, addresses.en[name]);
      await expect.poll(() => page.evaluate(isComplete)).toBe(true);
      expect(await page.evaluate(shifted), name).toBeLessThanOrEqual(allowed);
    }
  });

for (const [size, stranger] of [
  ['101%', 'a wider one'],
  ['99%', 'a narrower one'],
] as const)
  test(`nothing moves when the text’s font takes the place of ${stranger}`, async ({ page, site, watched }) => {
    const document = await (await fetch(site.origin + addresses.en.privacy)).text();
    const file = /(?<=data-fonts="[^"]*)[^" ]*figtree[^" ]*/.exec(document)?.[0];
    const response = await fetch(site.origin + file);
    expect(response.status, `the font ${file}`).toBe(200);
    const font = Buffer.from(await response.arrayBuffer()).toString('base64');
    await page.addInitScript(standIn, { font, size });
    // Titles keep the machine's font, which may be much wider than the site's.
    watched.allow(failedResource);
    await page.route('**/*bricolage*.woff2', (route) => route.abort());
    for (const width of [360, 412, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['privacy', 'services', 'legal', 'contact'] as const) {
        await visit(page, addresses.en[name]);
        await expect.poll(() => page.evaluate(hasFonts)).toBe(true);
        await page.evaluate(painted);
        expect(await page.evaluate(shifted), `${name}, ${width} pixels`).toBeLessThanOrEqual(allowed);
      }
    }
  });

/** Runs in each page: puts the site's own font, in another size, in the place of the machine's until fonts have come. */
function standIn({ font, size }: Readonly<Record<'font' | 'size', string>>): void {
  localStorage.removeItem('fonts');
  const bytes = Uint8Array.from(atob(font), (character) => character.charCodeAt(0));
  const descriptors = { weight: '400 700', sizeAdjust: size, ascentOverride: '95%', descentOverride: '25%' };
  document.fonts.add(new FontFace('Figtree Fallback', bytes, descriptors));
}

/** Runs in the page: whether the text has its font. */
const hasFonts = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Figtree Variable') && status === 'loaded');

const phone = { width: 412, height: 823 };

/** Parts of documents that a slow connection may deliver before the rest. */
const beginnings = [
  {
    what: 'a phone shows of a short page',
    viewport: phone,
    names: ['notFound', 'company'],
    shows: 'footer h2',
    end: (html: string) => html.indexOf('</h2>', html.indexOf('<footer')),
  },
  {
    what: 'a phone shows of cards',
    viewport: phone,
    names: ['services', 'pricing'],
    shows: 'main h2',
    end: (html: string) => html.indexOf('</p>', html.indexOf('<h2', html.indexOf('<main'))),
  },
  {
    what: 'a wide window shows of a title, before its drawing,',
    viewport: { width: 1280, height: 720 },
    names: ['services', 'pricing', 'blog', 'contact'],
    shows: 'h1',
    end: (html: string) => html.indexOf('<img', html.indexOf('<h1')),
  },
] as const;

for (const { what, viewport, names, shows, end } of beginnings)
  test(`what ${what} stays while the document arrives`, async ({ page, watched, site }) => {
    // Files aren't sent: they don't matter here.
    watched.allow(/.*/);
    await page.setViewportSize(viewport);
    for (const name of names) {
      const html = await (await fetch(site.origin + addresses.en[name])).text();
      const arriving = await arrivingDocument(html.slice(0, end(html)));
      try {
        await page.goto(arriving.address, { waitUntil: 'commit' });
        await expect(page.locator(shows).first()).toBeVisible();
        await page.evaluate(painted);
        arriving.end(html.slice(end(html)));
        await expect(page.locator('footer li').last()).toBeAttached();
        await page.evaluate(painted);
        expect(await page.evaluate(shifted), name).toBeLessThanOrEqual(allowed);
        const bottom = await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom);
        expect(bottom, `${name} fills the window`).toBeGreaterThanOrEqual(viewport.height);
      } finally {
        arriving.stop();
      }
    }
  });

/** Serves a document of which only the beginning has come. */
async function arrivingDocument(beginning: string) {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).write(beginning);
    held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    end: (rest: string) => held[0]?.end(rest),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
