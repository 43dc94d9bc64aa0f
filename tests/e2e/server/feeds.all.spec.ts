import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';
import { test as base, expect, type OtherApi, otherApi, runCli } from '../support/serverTest.ts';

/** A test with a publisher whose feeds can be imported. */
const test = base.extend<OtherApi>(otherApi).extend<{ readonly publisher: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  publisher: async ({}, use) => {
    const { origin, stop } = await startStaticHost(join(root, 'api/src/news/feeds/samples'));
    await use(origin);
    stop();
  },
});

const blogOf = async (site: Pick<RunningSite, 'origin'>) => textOf((await ask(site, addresses.fr.blog)).body);

test('an imported article appears on the running site at once, with a page that links to its publisher', async ({
  startOwnSite,
  publisher,
}) => {
  const site = await startOwnSite();
  expect(await blogOf(site)).not.toContain('Un vrai test');
  await runCli('news', site, 'import', '--lang', 'fr', `${publisher}/blog.rss.xml`, `${publisher}/channel.youtube.xml`);
  const blog = await ask(site, addresses.fr.blog);
  expect(textOf(blog.body)).toContain('Un vrai test & un titre');
  expect(blog.body).toContain('src="https://www.youtube-nocookie.com/embed/abcdefghij0"');
  const article = await ask(site, '/fr/blog/un-vrai-test-un-titre');
  expect(article.status).toBe(200);
  expect(article.body).toContain('https://atelier.example/test');
});

test('every server that shares the news shows an imported article', async ({ startOwnSite, publisher, api }) => {
  const environment = { API_ORIGIN: api.origin };
  const sites = await Promise.all([startOwnSite({ environment }), startOwnSite({ environment })]);
  for (const site of sites) expect(await blogOf(site)).not.toContain('Un vrai test');
  await runCli('news', api, 'import', '--lang', 'fr', `${publisher}/blog.rss.xml`);
  for (const site of sites) await expect.poll(() => blogOf(site)).toContain('Un vrai test & un titre');
});
