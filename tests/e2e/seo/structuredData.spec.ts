import { undivided } from '@site/shared/plainText.ts';
import { addresses, everyAddress, type Language, languages, type PageName } from '@site/testkit/site/addresses.ts';
import { ask, textOf, titleOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { structuredDataOf, type Thing } from '../support/head.ts';
import { expect, test } from '../support/serverTest.ts';

const pageTypes: Partial<Record<PageName, string>> = {
  home: 'FAQPage',
  blog: 'CollectionPage',
  contact: 'ContactPage',
};

/** The main entity in a page's structured data. */
async function mainEntityOf(site: Pick<RunningSite, 'origin'>, path: string): Promise<unknown> {
  const things = structuredDataOf((await ask(site, path)).body);
  return things.find(({ mainEntity }) => mainEntity !== undefined)?.mainEntity;
}

test('every page describes its publisher, type, breadcrumbs and language', async ({ site }) => {
  for (const { language, page, path } of everyAddress.filter((address) => address.page !== 'notFound')) {
    const { body } = await ask(site, path);
    const url = site.origin + path;
    expect(structuredDataOf(body), path).toMatchObject([
      { '@type': 'Organization', '@id': `${site.origin}/#organization`, name: 'Lucarne' },
      { '@type': 'WebSite', url: `${site.origin}/${language}`, inLanguage: language },
      { '@type': pageTypes[page] ?? 'WebPage', '@id': url, name: titleOf(body), inLanguage: language },
      { '@type': 'BreadcrumbList' },
    ]);
  }
});

test('the 404 page has no structured data', async ({ site }) => {
  for (const language of languages) {
    expect(structuredDataOf((await ask(site, addresses[language].notFound)).body)).toEqual([]);
  }
});

test('the breadcrumbs of an article lead from the home page through the blog', async ({ site }) => {
  for (const language of languages) {
    const { home, blog, article } = addresses[language];
    const { itemListElement } = structuredDataOf((await ask(site, article)).body)[3] as {
      readonly itemListElement: readonly Thing[];
    };
    expect(itemListElement).toMatchObject([
      { position: 1, name: 'Lucarne', item: site.origin + home },
      { position: 2, name: texts[language].shell.routes.blog.title, item: site.origin + blog },
      { position: 3, name: news[language][0].title, item: site.origin + article },
    ]);
  }
});

test('the questions of the home page have the answers that visitors read', async ({ site }) => {
  for (const language of languages) {
    const shown = undivided(textOf((await ask(site, addresses[language].home)).body));
    const questions = (await mainEntityOf(site, addresses[language].home)) as readonly Thing[];
    expect(questions).toHaveLength(4);
    for (const { '@type': type, name, acceptedAnswer } of questions) {
      expect(type).toBe('Question');
      expect(shown).toContain(name);
      expect(shown).toContain((acceptedAnswer as Thing).text);
    }
  }
});

test('services have their names, and plans their prices, in the currency of the language', async ({ site }) => {
  const currencies: Record<Language, string> = { en: 'USD', fr: 'EUR', es: 'EUR' };
  for (const language of languages) {
    const { services, plans } = texts[language].marketing;
    expect(await mainEntityOf(site, addresses[language].services)).toMatchObject(
      [services.hosting, services.web, services.email].map(({ name }) => ({ '@type': 'Service', name })),
    );
    const priced = [plans.starter, plans.company, plans.enterprise].map(({ name }, index) => ({
      '@type': 'Service',
      name,
      provider: { '@id': `${site.origin}/#organization` },
      offers: {
        '@type': 'Offer',
        price: [29, 99, 499][index],
        priceCurrency: currencies[language],
        priceSpecification: { valueAddedTaxIncluded: false },
      },
    }));
    expect(await mainEntityOf(site, addresses[language].pricing)).toMatchObject(priced);
  }
});

test('the contact page has the email address and the three offices', async ({ site }) => {
  for (const language of languages) {
    const { offices } = texts[language].contact.contact;
    const contact = (await mainEntityOf(site, addresses[language].contact)) as Thing;
    expect(contact).toMatchObject({ '@id': `${site.origin}/#organization`, email: 'hello@lucarne.example' });
    expect(contact.location).toMatchObject(
      [offices.london, offices.bethune, offices.barcelona].map(({ city, country }) => ({
        '@type': 'Place',
        address: { addressLocality: city, addressCountry: country },
      })),
    );
  }
});

test('news are listed as articles of other publishers, newest first', async ({ site }) => {
  for (const language of languages) {
    const { blog, article } = addresses[language];
    const { itemListElement } = (await mainEntityOf(site, blog)) as { readonly itemListElement: readonly Thing[] };
    expect(itemListElement.map(({ item }) => (item as Thing).headline)).toEqual(
      news[language].map(({ title }) => title),
    );
    const [{ title, source, link }] = news[language];
    expect(itemListElement[0]).toMatchObject({
      position: 1,
      item: { '@type': 'Article', url: site.origin + article, publisher: { name: source }, inLanguage: language },
    });
    expect(await mainEntityOf(site, article)).toMatchObject({ '@type': 'Article', headline: title, url: link });
  }
});
