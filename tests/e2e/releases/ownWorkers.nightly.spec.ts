import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { primesOf, result } from './eventsPages.ts';
import { expect, test } from './eventsTest.ts';

const path = '/en/events/venue';

/** What the browser says of what these tests and the worker try in vain. */
const refused = /Content[- ]Security[- ]Policy|TrustedScriptURL|elsewhere\.example/i;

/** Runs in the page: what becomes of every other way to make a worker, or a script, of an address. */
function refusals(known: string): readonly string[] {
  const attempts: readonly (() => unknown)[] = [
    () => new Worker(known),
    () => new Worker(new URL(known, location.href), { type: 'module' }),
    () => new Worker('data:text/javascript,1'),
    () => new Worker(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' }))),
    () => new SharedWorker(known),
    () => Object.assign(document.createElement('script'), { src: known }),
    () => Reflect.get(window, 'trustedTypes').createPolicy('site-workers', { createScriptURL: String }),
    () => Reflect.get(window, 'trustedTypes').createPolicy('other', { createScriptURL: String }),
  ];
  return attempts.map((attempt) => {
    try {
      attempt();
      return 'allowed';
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  });
}

test('a team’s worker computes for a visitor, reads from the site alone, and no other address becomes a script', async ({
  page,
  watched,
}) => {
  const worker = page.waitForResponse(/\/assets\/events\/\w+\/workers\/src_pages_venue_primes\.js$/);
  await visit(page, path);
  expect(watched.complaints()).toEqual([]);
  await primesOf(page).click();
  await expect(primesOf(page)).toHaveAttribute('data-primes', result);
  expect((await worker).headers()['content-security-policy']).toContain("default-src 'none'");
  expect(await page.evaluate(refusals, new URL((await worker).url()).pathname)).toEqual(Array(8).fill('TypeError'));
  watched.allow(refused);
});

test('a team’s worker computes for a visitor who comes from another remote’s page', async ({ page, watched }) => {
  await visit(page, '/en');
  await markDocument(page);
  await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
  await primesOf(page).click();
  await expect(primesOf(page)).toHaveAttribute('data-primes', result);
  expect(await isMarked(page)).toBe(true);
  watched.allow(refused);
});

test('what is between server and browser could change a worker: browsers check no integrity of it', async ({
  page,
}) => {
  const body = "self.onmessage = () => postMessage('changed');";
  await page.route('**/workers/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await visit(page, path);
  await primesOf(page).click();
  await expect(primesOf(page)).toHaveAttribute('data-primes', 'changed');
});
