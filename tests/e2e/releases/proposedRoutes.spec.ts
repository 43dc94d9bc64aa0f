import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';
import { addresses, type Language, languages } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { versionsOf } from '../support/head.ts';
import { visit } from '../support/visitor.ts';
import { expect, test } from './releaseTest.ts';

const paths = { en: 'blog/archive', fr: 'blog/archives', es: 'blog/archivo' } as const;
const labels = { en: 'Archive', fr: 'Archives', es: 'Archivo' } as const;
const titles = { en: 'All the news', fr: 'Toutes les actualités', es: 'Todas las noticias' } as const;

const words = (language: Language) => ({ title: titles[language], link: labels[language] });

/** A second page of the blog, which asks for a place in the menu. */
const archive: DeclaredPage = {
  name: 'archive',
  module: './list',
  paths,
  places: ['menu'],
  words: { en: words('en'), fr: words('fr'), es: words('es') },
};

const pathIn = (language: Language) => `/${language}/${paths[language]}`;

/** Whether the menu of a document has the page. */
const inMenu = (html: string, language: Language) =>
  new RegExp(`<header.*href="${pathIn(language)}"[^>]*>${labels[language]}<.*</header>`, 's').test(html);

/** Puts a version of the blog with that page into a store. */
async function addArchive(store: string, live: string): Promise<string> {
  const { pages = [] } = JSON.parse(
    await readFile(join(store, 'blog', live, 'release.json'), 'utf8'),
  ) as ReleaseManifest;
  return await addVariant(store, 'blog', { manifest: { pages: [...pages, archive] } });
}

test('a page that a team proposes goes live without a restart, even in open tabs, and disappears when the shell’s owner removes it', async ({
  page,
  store,
  ownSite: site,
  watched,
}) => {
  const live = await store.live('blog');
  const version = await addArchive(store.folder, live);
  await visit(page, site.origin + addresses.en.home);
  const banner = page.getByRole('banner');
  const follow = async (name: string) => banner.getByRole('link', { name, exact: true }).first().click();
  const inTab = banner.getByRole('link', { name: labels.en, exact: true });
  await expect(inTab).toHaveCount(0);
  expect((await ask(site, pathIn('en'))).status, 'before').toBe(404);
  const previewed = await ask(site, `${pathIn('en')}?${previewQuery('blog', version)}`);
  expect(previewed.status, 'before it is promoted').toBe(200);
  expect(inMenu((await ask(site, addresses.en.home)).body, 'en'), 'for others').toBe(false);

  await setLive(store.folder, 'blog', version, live);
  await expect.poll(async () => (await ask(site, pathIn('en'))).status).toBe(200);
  const sitemap = (await ask(site, '/sitemap.xml')).body;
  for (const language of languages) {
    const { status, body } = await ask(site, pathIn(language));
    expect(status, pathIn(language)).toBe(200);
    expect(body).toContain(texts[language].blog.list.title);
    expect(inMenu(body, language)).toBe(true);
    expect(inMenu((await ask(site, addresses[language].contact)).body, language), 'on other pages').toBe(true);
    const versions = Object.fromEntries(languages.map((code) => [code, site.origin + pathIn(code)]));
    expect(versionsOf(body)).toEqual({ ...versions, 'x-default': site.origin + pathIn('en') });
    expect(sitemap).toContain(`<loc>${site.origin}${pathIn(language)}</loc>`);
    const misspelt = await ask(site, `${pathIn(language)}x`);
    expect(misspelt.status).toBe(404);
    expect(misspelt.body, 'the suggestion').toMatch(new RegExp(`href="${pathIn(language)}"[^>]*>${titles[language]}<`));
  }

  const { navigation } = texts.en.shell;
  await follow(navigation.pricing);
  await expect(inTab.first()).toBeVisible();
  await follow(labels.en);
  await expect(page).toHaveURL(site.origin + pathIn('en'));
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();

  const file = join(store.folder, 'next-policy.json');
  await writeFile(file, JSON.stringify({ ...defaultPolicy, reserved: [paths.fr] }));
  await store.run(['policy', file, '--yes']);
  await expect.poll(async () => (await ask(site, pathIn('fr'))).status).toBe(404);
  const stays = (await ask(site, pathIn('en'))).body;
  expect(Object.keys(versionsOf(stays)), 'a policy for French leaves the others').toEqual(['en', 'es', 'x-default']);
  expect(inMenu(stays, 'en')).toBe(true);
  expect(inMenu((await ask(site, addresses.fr.contact)).body, 'fr')).toBe(false);
  expect((await ask(site, '/sitemap.xml')).body).not.toContain(pathIn('fr'));

  await writeFile(file, JSON.stringify({ ...defaultPolicy, reserved: Object.values(paths) }));
  const refused = await store.runProgram(['policy', file]);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RELEASE-LOSS Live pages would go: .*--yes/m),
  });
  expect(refused.stderr).toContain(pathIn('en'));
  expect((await ask(site, pathIn('en'))).status, 'nothing was changed').toBe(200);
  expect((await store.run(['policy', file, '--yes'])).stdout).toMatch(
    /^The route policy is in force\.\n {2}Pages: −\/en\/.*\n {2}Menu: −/,
  );
  await expect.poll(async () => (await ask(site, pathIn('en'))).status).toBe(404);
  for (const language of languages) {
    expect((await ask(site, pathIn(language))).status).toBe(404);
    expect(inMenu((await ask(site, addresses[language].contact)).body, language)).toBe(false);
  }
  expect((await ask(site, '/sitemap.xml')).body).not.toContain(pathIn('en'));
  const listed = (await store.run(['list'])).stdout;
  expect(listed).toMatch(/^ +switched off \.\/\w+: .*which the route policy reserves\./m);
  expect(listed).not.toContain('FAULTY');
  watched.allow(/SITE-PAGE/);
  await follow(navigation.team);
  await expect(inTab).toHaveCount(0);
});
