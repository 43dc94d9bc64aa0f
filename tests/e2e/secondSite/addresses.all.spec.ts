import { ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import { secondSite } from '@site/testkit/site/secondSite.ts';
import { skipsToContent } from '../accessible/skipsToContent.ts';
import { keepsPromises } from '../addresses/promises/keepsPromises.ts';
import { namesVersions } from '../seo/namesVersions.ts';
import { languages, pages, versions } from './pages.ts';
import { expect, test } from './secondTest.ts';

for (const page of pages)
  test(`another company’s ${page.path} is the whole ${page.page} page, for everyone, within its budgets`, async ({
    site,
  }) => keepsPromises(page, site, (await secondSite()).releases));

test('every page of another company names its versions, which are in the sitemap, and a lost visitor is told so in their language', async ({
  site,
}) => {
  const { body: sitemap } = await ask(site, '/sitemap.xml');
  for (const page of ['home', 'services', 'about'] as const) {
    const paths = { de: versions.de.paths[page], ar: versions.ar.paths[page] };
    await namesVersions(site, { paths, forStrangers: page === 'home' ? '/' : paths.de });
    for (const path of Object.values(paths)) expect(sitemap).toContain(`<loc>${site.origin}${path}</loc>`);
  }
  for (const [accepted, language] of [
    ['ar-EG,ar;q=0.9', 'ar'],
    ['fr', 'de'],
  ] as const) {
    const { body } = await ask(site, '/nowhere', { headers: { 'accept-language': accepted } });
    expect(languageOf(body), accepted).toBe(language);
  }
});

test('another company’s pages skip to their content, and offer nothing that no remote has', async ({ site }) => {
  for (const language of languages) {
    const { words, paths } = versions[language];
    const { body } = await ask(site, paths.home);
    skipsToContent(body, { language, languages, skipText: words.shell.common.skipToContent });
    expect(textOf(body)).not.toContain(words.shell.navigation.contact);
    expect(body).not.toMatch(/atom\.xml|lucarne/i);
  }
  for (const path of ['/de/atom.xml', '/api/v1/blog?lang=de', '/de/contact', '/de/blog', '/en'])
    expect((await ask(site, path)).status, path).toBe(404);
});
