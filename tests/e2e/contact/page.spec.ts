import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

test('the browser can autofill the name and email address', async ({ site }) => {
  const { body } = await ask(site, addresses.en.contact);
  for (const field of ['name', 'email']) {
    expect(body).toMatch(new RegExp(`<input(?=[^>]* name="${field}")(?=[^>]* autoComplete="${field}")`, 'i'));
  }
});

const cities = ['london', 'bethune', 'barcelona'] as const;

for (const language of languages) {
  const { access, office, offices, email } = texts[language].contact.contact;

  test(
    `the ${language} contact page shows three offices, each with a link to book a meeting`,
    firstTierIf(language === 'es'),
    async ({ read }) => {
      const page = await read(addresses[language].contact);
      for (const id of cities) {
        const card = page.getByRole('main').getByRole('listitem').filter({ hasText: offices[id].country });
        await expect(card.getByRole('heading', { name: offices[id].city })).toBeVisible();
        const booking = card.getByRole('link', { name: offices.book });
        await expect(booking).toHaveAttribute('href', /^https:\/\/calendly\.com\//);
        await expect(booking).toHaveAttribute('target', '_blank');
        await expect(booking).toHaveAttribute('rel', /noopener/);
      }
    },
  );

  test(
    `the ${language} contact page describes the access and the office, and shows the email address`,
    firstTierIf(language === 'es'),
    async ({ read }) => {
      const page = await read(addresses[language].contact);
      const main = page.getByRole('main');
      for (const { title, text } of [access, office, email]) {
        await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible();
        await expect(main.getByText(text)).toBeVisible();
      }
      await expect(main.locator('a[href="mailto:hello@lucarne.example"]')).toBeVisible();
    },
  );
}

test('a visitor who has chosen a plan sees it above the form, with its price, and can change it', async ({
  site,
  read,
}) => {
  const page = await read(`${addresses.fr.contact}?plan=company`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Company\s*99\s€\s\/\smois$/)).toBeVisible();
  const { planChange, planChangeOf } = texts.fr.contact.contact;
  const change = main.getByRole('link', { name: `${planChange} ${planChangeOf.replace('{{plan}}', 'Company')}` });
  await expect(change).toHaveAttribute('href', `${addresses.fr.pricing}#company`);
  for (const query of ['', '?plan=', '?plan=palace']) {
    const { body } = await ask(site, `${addresses.fr.contact}${query}`);
    expect(body, query).not.toContain('/fr/prix#');
  }
});
