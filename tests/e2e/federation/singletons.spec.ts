import type { Page, Response } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** A string that occurs only in the code of each package, and survives minification. */
const fingerprints = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router': 'useLocation() may be used only in the context of a <Router>',
  i18next: 'No backend was added via i18next.use. Will not load resources.',
  'react-i18next': 'NO_I18NEXT_INSTANCE',
  '@site/shared': 'useApi() was called outside of <ApiProvider>',
} as const;

/** Visits a page of every remote. Returns the scripts that the browser loaded, by path. */
async function scriptsOfAllRemotes(page: Page): Promise<Map<string, string>> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) responses.push(response);
  });
  await visit(page, addresses.en.home);
  const bar = page.getByRole('banner');
  for (const [name, remote] of [
    ['blog', 'blog'],
    ['contact', 'contact'],
    ['services', 'marketing'],
  ] as const) {
    await bar.getByRole('link', { name: texts.en.shell.navigation[name], exact: true }).click();
    await expect(page).toHaveURL(addresses.en[name]);
    await expect(page.locator(`main [data-remote=${remote}]`)).toBeVisible();
  }
  const scripts = await Promise.all(
    responses.map(async (response) => [new URL(response.url()).pathname, await response.text()] as const),
  );
  return new Map(scripts);
}

test('the browser has one copy of each shared package, in the files of the shell', async ({ page }) => {
  const scripts = await scriptsOfAllRemotes(page);
  for (const remote of ['marketing', 'blog', 'contact']) {
    expect(
      [...scripts.keys()].some((path) => path.startsWith(`/assets/${remote}/`)),
      `${remote} was loaded`,
    ).toBe(true);
  }
  for (const [name, fingerprint] of Object.entries(fingerprints)) {
    const copies = [...scripts].flatMap(([path, code]) => Array.from(code.split(fingerprint).slice(1), () => path));
    expect(copies, name).toHaveLength(1);
    expect(copies[0], name).toMatch(/^\/assets\/shell\//);
  }
  // Rspack's code that chooses among versions would double each container.
  const containers = [...scripts].filter(([path]) => path.endsWith('/remote.js'));
  for (const [path, code] of containers) {
    expect(code, path).toContain('The host shares no');
    expect(code, path).not.toContain('Unsatisfied version');
  }
});

test('all remotes share one i18n instance and follow a change of the language', async ({ page }) => {
  await visit(page, addresses.en.blog);
  await page.locator('a[hreflang="fr"]').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const bar = page.getByRole('banner');
  for (const [name, title] of [
    ['blog', texts.fr.blog.list.title],
    ['contact', texts.fr.contact.contact.head.title],
    ['team', texts.fr.marketing.team.title],
  ] as const) {
    await bar.getByRole('link', { name: texts.fr.shell.navigation[name], exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});
