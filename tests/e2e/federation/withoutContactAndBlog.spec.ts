import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask, between, textOf } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { readiness, ready } from '../operations/askOperations.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const absent = ['blog', 'contact'];

/** A store that never had a blog and a contact page, with the policy of an owner who wants none. */
async function storeWithout(): Promise<string> {
  const releases = await temporaryFolder('releases');
  const filter = (source: string) => !absent.some((remote) => source.startsWith(join(testedReleases, remote)));
  await cp(testedReleases, releases, { recursive: true, filter });
  const { fragments: _, slots: __, claims, menu, footer, ...policy } = defaultPolicy;
  const isKept = (name: string) => !absent.includes(name);
  const kept = {
    ...policy,
    claims: Object.fromEntries(Object.entries(claims).filter(([remote]) => isKept(remote))),
    menu: { ...menu, pages: menu.pages.filter(isKept) },
    footer: { ...footer, company: footer.company.filter(isKept) },
  };
  await writeFile(join(releases, 'policy.json'), JSON.stringify(kept));
  return releases;
}

test('a site without contact and blog has no button to write, no news and no feed, its policy mentions none, and nothing is missing', async ({
  page,
  startOwnSite,
}) => {
  const releases = await storeWithout();
  const site = await startOwnSite({ releases });
  const unknown = await ask(site, '/api/v1/unknown');
  const message = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const form = { method: 'POST', body: new URLSearchParams({ name: 'Ada Lovelace' }) };
  for (const language of languages) {
    const { home, privacy, pricing, contact, blog, notFound } = addresses[language];
    const { closing, navigation } = texts[language].shell;
    for (const path of [home, privacy, pricing, notFound]) {
      const { body } = await ask(site, path);
      for (const gone of [contact, blog]) expect(body.includes(`href="${gone}`), path + gone).toBe(false);
      expect(body.includes('application/atom+xml'), path).toBe(false);
      expect(textOf(body), path).not.toContain(closing.title);
      expect(textOf(between(body, /<header/, /<\/header>/)), path).not.toContain(navigation.contact);
    }
    expect(textOf((await ask(site, privacy)).body), 'the policy').not.toMatch(/XSRF|YouTube|OpenStreetMap/);
    for (const path of [`${home}/atom.xml`, contact, blog])
      expect(await ask(site, path), path).toMatchObject({
        status: 404,
        body: expect.stringContaining(texts[language].shell.notFound.subtitle),
      });
    expect((await ask(site, contact, form)).status, 'a posted form').toBe(404);
    for (const path of [`/api/v1/blog/${language}`, `/api/v1/blog/${language}/r/hello`])
      expect(await ask(site, path), path).toMatchObject({ status: unknown.status, body: unknown.body });
  }
  for (const [path, init] of [
    ['/api/v1/xsrf', {}],
    ['/api/v1/contact', message],
  ] as const)
    expect(await ask(site, path, init), path).toMatchObject({ status: unknown.status, body: unknown.body });
  expect((await ask(site, '/sitemap.xml')).body).not.toMatch(/blog|contact/);
  expect(await readiness(site)).toEqual(ready);
  expect(site.output()).not.toMatch(/SITE-(?:REMOTE|API|NEWS|MAIL)/);

  await visit(page, site.origin + addresses.en.home);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveCount(0);
  await rm(releases, { recursive: true, force: true });
});
