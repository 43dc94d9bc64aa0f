import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expectUntampered, tamperedWith } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { complaintsOfFault, expectTeam, goToTeam } from '../releases/faultTest.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Tampers with every file whose address matches. Returns a function that gives the number of changed files. */
async function tamper(page: Page, path: RegExp): Promise<() => number> {
  let tampered = 0;
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    tampered += 1;
    await route.fulfill({
      response: answer,
      body: tamperedWith(new URL(route.request().url()).pathname, await answer.body()),
    });
  });
  return () => tampered;
}

// Files that remotes load later are tested in tests/e2e/releases/brokenOnTheWay.all.spec.ts.
const refusals = /digest|integrity|^uncaught: $/;

for (const [what, path, atLeast] of [
  ['the script of the shell', /\/shell\.\w+\.js/, 1],
  ['the libraries of the shell', /\/vendor\.\w+\.js/, 1],
  ['every script', /\.js(\?.*)?$/, 3],
  ['every style sheet', /\.css(\?.*)?$/, 1],
] as const) {
  test(
    `the browser refuses ${what} of a page when tampered with; the page stays readable`,
    firstTierIf(what.startsWith('every')),
    async ({ page, watched }) => {
      watched.allow(refusals);
      const tampered = await tamper(page, path);
      const refused = page.waitForEvent('console', (message) => /digest/.test(message.text()));
      await page.goto(addresses.en.contact);
      await page.mouse.move(10, 10);
      await refused;
      await expect.poll(tampered).toBeGreaterThanOrEqual(atLeast);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.contact.contact.head.title);
      for (const frame of page.frames()) await expectUntampered(frame);
      await page.unrouteAll({ behavior: 'wait' });
    },
  );
}

test('the browser refuses a tampered script of the shell during a navigation; the visitor still gets the page', async ({
  page,
  watched,
}) => {
  watched.allow(complaintsOfFault);
  const tampered = await tamper(page, /\/assets\/shell\/(?!shell\.|vendor\.)[^/]+\.js/);
  await visit(page, addresses.en.home);
  await goToTeam(page);
  await expectTeam(page);
  await expect(page).toHaveURL(addresses.en.team);
  await expect.poll(tampered).toBeGreaterThanOrEqual(1);
  await expectUntampered(page);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the browser refuses a tampered style sheet of previews and boundaries', async ({ page, watched }) => {
  watched.allow(refusals);
  const tampered = await tamper(page, /modes\.css/);
  await page.goto(`${addresses.en.team}?boundaries`);
  await expect.poll(tampered).toBe(1);
  await expectUntampered(page);
});
