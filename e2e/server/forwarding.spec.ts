import { addresses } from '@site/testkit/site/addresses.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { type OtherApi, otherApi, runCli } from '../support/serverTest.ts';
import { test as base, expect } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const test = base.extend<OtherApi>(otherApi);

test('pages are rendered with the news of an API elsewhere', async ({ page, api, startOwnSite }) => {
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
  await visit(page, site.origin + addresses.fr.blog);
  await expect(page.getByRole('article')).toHaveCount(news.fr.length);
  await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.team, exact: true }).click();
  await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.blog, exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(news.fr.length);
});

test('a message reaches an API elsewhere, cookie and header included', async ({ page, api, startOwnSite }) => {
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
  const form = new ContactForm(page);
  const subject = 'Through the site to the API';
  await form.open('en', site.origin);
  await form.fill({ name: 'Ada Lovelace', email: 'ada@example.org', subject, message: 'Is anybody there?' });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  expect(await runCli('messages', api, 'list')).toContain(subject);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a plain form post reaches an API elsewhere too', async ({ page, api, startOwnSite }) => {
    const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
    const form = new ContactForm(page);
    const subject = 'Plainly through the site';
    await form.openPlain('fr', site.origin);
    await form.fill({ name: 'Ada Lovelace', email: 'ada@example.org', subject, message: 'Is anybody there?' });
    await form.button.click();
    await expect(form.confirmation).toBeVisible();
    expect(await runCli('messages', api, 'list')).toContain(subject);
  });
});
