import { cities } from '@site/company/offices.ts';
import { everyAddress, type PageName } from '@site/testkit/site/addresses.ts';
import { ask, titleOf } from '@site/testkit/site/http.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { metaOf } from '../support/head.ts';
import { expect, test } from '../support/serverTest.ts';

const locales = { en: 'en_GB', fr: 'fr_FR', es: 'es_ES' };

/** Pages that use another page's picture, and those that have the site's. */
const borrowed: Partial<Record<PageName, 'blog' | 'site'>> = { article: 'blog', notFound: 'site' };

test('a visitor who shares a page shows its title, description and picture, in its language', async ({ site }) => {
  for (const { language, page, path } of everyAddress) {
    const { body } = await ask(site, path);
    const title = titleOf(body);
    const name = borrowed[page] ?? page;
    const picture = `${site.origin}/cards/${language}/${name}.png`;
    const shown = texts[language].shell.routes[name === 'site' ? 'root' : name].title;
    const alt = filled(texts[language].shell.card.text, { title: shown, city: cities[language].name });
    const card = {
      'og:title': [title],
      'og:description': metaOf(body, 'description'),
      'og:type': [page === 'article' ? 'article' : 'website'],
      'og:site_name': ['Lucarne'],
      'og:locale': [locales[language]],
      'og:locale:alternate': Object.values(locales).filter((locale) => locale !== locales[language]),
      'og:image': [picture],
      'og:image:type': ['image/png'],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [alt],
      'twitter:image:alt': [alt],
      'twitter:card': ['summary_large_image'],
      'twitter:title': [title],
      'twitter:image': [picture],
    };
    for (const [tag, contents] of Object.entries(card))
      expect(metaOf(body, tag), `${tag} of ${path}`).toEqual(contents);
    expect(metaOf(body, 'og:description')[0], path).toBeTruthy();
    expect(metaOf(body, 'theme-color'), path).toHaveLength(2);
  }
});
