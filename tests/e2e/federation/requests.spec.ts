import type { Page, Request } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Collects the browser's requests. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

test('the browser requests no manifest, no registry and no data that the page already contains', async ({ page }) => {
  const requests = requestsOf(page);
  await visit(page, addresses.en.blog);
  const described = () => requests.map(pathOf).filter((path) => /manifest|registry|release|\.json$/i.test(path));
  expect(described(), 'of the first view').toEqual([]);
  const bar = page.getByRole('banner');
  for (const name of ['pricing', 'contact'] as const) {
    await bar.getByRole('link', { name: texts.en.shell.navigation[name], exact: true }).click();
    await expect(page).toHaveURL(addresses.en[name]);
  }
  // After a navigation the tab asks whether the site has other pages by now.
  await expect.poll(() => [...new Set(described())]).toEqual(['/routes.en.json']);
  expect(requests.map(pathOf).filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('the scripts of a page start together: its document names each of them', async ({ page }) => {
  const requests = requestsOf(page);
  await visit(page, addresses.en.contact);
  const named = await page.locator('script[data-modules]').first().getAttribute('data-modules');
  const scripts = requests.filter((request) => request.resourceType() === 'script').map(pathOf);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.toSorted()).toEqual((named ?? '').split(' ').toSorted());
});

test('every script and every style sheet has its integrity in the HTML', async ({ site }) => {
  const { body } = await ask(site, addresses.en.home);
  const { integrity } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as {
    integrity: Record<string, string>;
  };
  const modules = /data-modules="([^"]+)"/.exec(body)?.[1]?.split(' ') ?? [];
  expect(modules.length).toBeGreaterThan(1);
  for (const path of modules) expect(integrity[path], path).toMatch(/^sha256-/);
  for (const [link] of body.matchAll(/<link rel="stylesheet"[^>]*>/g)) expect(link).toMatch(/integrity="sha256-/);
});
