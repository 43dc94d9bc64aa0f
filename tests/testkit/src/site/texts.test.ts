import { expect, test } from '@rstest/core';
import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { filled, texts } from './texts.ts';

/** With plain spaces, as in the specification. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('texts that the specification gives word for word are used exactly', () => {
  const { en, fr, es } = texts;
  const { hero, statistics } = en.marketing.home;
  expect(`${plain(hero.tagline)} ${hero.place}`).toBe('make your web a better place');
  expect([en.shell.notFound.title, en.shell.notFound.subtitle]).toEqual([
    'Page not found',
    'Sorry, the page you are looking for could not be found',
  ]);
  expect(en.shell.notFound.code).toBe('404');
  expect(en.contact.form.errors).toBe('Please correct the following error(s)');
  expect(contactTexts.en.problems).toEqual({
    name: 'Name required or length incorrect',
    subject: 'Subject required or length incorrect.',
    message: 'Message required or length incorrect.',
    email: 'Email required.',
    emailFormat: 'Valid email required.',
  });
  expect(en.contact.form.sent).toBe('Message has been sent to our team');
  expect(fr.contact.form.sent).toBe('Message envoyé à notre équipe');
  expect(es.contact.form.sent).toBe('Mensaje enviado a nuestro equipo');
  expect(['en', 'fr', 'es'].map((language) => contactTexts[language as 'en'].fields.name.label)).toEqual([
    'Name',
    'Nom / Prénom',
    'Apellidos / Nombre',
  ]);
  expect([en, fr, es].map(({ marketing }) => marketing.plans.currencySymbol)).toEqual(['$', '€', '€']);
  expect([en, fr, es].map(({ marketing }) => marketing.plans.period)).toEqual(['month', 'mois', 'meses']);
  for (const { marketing } of [en, fr, es]) {
    const { starter, company, enterprise } = marketing.plans;
    expect([starter.name, company.name, enterprise.name]).toEqual(['Starter', 'Company', 'Enterprise']);
  }
  expect([statistics.uptime, statistics.users, statistics.countries]).toEqual([
    { figure: '99.99%', label: 'uptime' },
    { figure: '100K+', label: 'users' },
    { figure: '5+', label: 'countries' },
  ]);
  expect(Object.values(en.marketing.team.roles)).toEqual([
    'Founder/CTO',
    'Data Analytics manager',
    'SEO Manager',
    'Web developer',
  ]);
  expect(languages.map((language) => cities[language].title)).toEqual(['London', 'Bethune', 'Barcelona']);
  expect(brand.copyrightYear).toBe(2024);
});

test('the texts that search engines and cards quote have at most 155 characters', () => {
  for (const language of languages) {
    for (const [route, { description, twitterDescription }] of Object.entries(texts[language].shell.routes)) {
      for (const text of [description, twitterDescription])
        expect(filled(text).length, `${language} ${route}: ${text}`).toBeLessThanOrEqual(155);
    }
  }
});
