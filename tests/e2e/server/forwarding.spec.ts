import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { type OtherApi, otherApi, runCli } from '../support/serverTest.ts';
import { test as base, expect } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const test = base.extend<OtherApi>(otherApi);

test('visitors of a site with an API elsewhere read its news, and their messages reach it, with and without scripts', async ({
  page,
  api,
  startOwnSite,
}) => {
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
  const message = { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Is anyone there?' };

  await test.step('news, on the first page and after a navigation', async () => {
    await visit(page, site.origin + addresses.fr.blog);
    await expect(page.getByRole('article')).toHaveCount(news.fr.length);
    await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.team, exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.blog, exact: true }).click();
    await expect(page.getByRole('article')).toHaveCount(news.fr.length);
  });

  await test.step('a message, cookie and header included', async () => {
    const form = new ContactForm(page);
    await form.open('en', site.origin);
    await form.fill({ ...message, subject: 'Through the site to the API' });
    await form.button.click();
    await expect(form.confirmation).toBeVisible();
  });

  await test.step('a plain form post', async () => {
    const body = new URLSearchParams({ ...message, subject: 'Plainly through the site' });
    const headers = { origin: site.origin };
    const answer = await ask(site, addresses.fr.contact, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${addresses.fr.contact}?sent=1#form-sent`]);
    const listed = await runCli('messages', api, 'list');
    for (const subject of ['Through the site to the API', 'Plainly through the site'])
      expect(listed).toContain(subject);
  });
});
