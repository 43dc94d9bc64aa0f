import { addresses } from '@site/testkit/site/addresses.ts';
import { startSilentServer } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { failedResource } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { expect, test } from './faultTest.ts';

test('when the API never answers, the blog and its redirect page appear in time, without articles', async ({
  page,
  watched,
  startOwnSite,
}) => {
  watched.allow(failedResource);
  const api = await startSilentServer();
  const site = await startOwnSite({ environment: { API_ORIGIN: api.address } });
  expect((await ask(site, addresses.en.home)).status).toBe(200);
  // A page that waited for the API would exceed its time limit and be a 503.
  const [list, article] = await Promise.all([ask(site, addresses.en.blog), ask(site, addresses.en.article)]);
  expect([list.status, article.status]).toEqual([200, 200]);
  expect(textOf(list.body)).toContain(texts.en.blog.list.title);
  expect(list.body).not.toContain('<article');

  await visit(page, site.origin + addresses.en.blog);
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
  api.stop();
});
