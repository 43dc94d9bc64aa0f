import { languages } from '@site/testkit/site/addresses.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { expect, goodMessage, test } from './contactTest.ts';

/** The error messages of the specification, and their translations. */
const messages = {
  en: {
    errors: 'Please correct the following error(s)',
    name: 'Name required or length incorrect',
    subject: 'Subject required or length incorrect.',
    message: 'Message required or length incorrect.',
    email: 'Email required.',
    emailFormat: 'Valid email required.',
  },
  fr: {
    errors: 'Veuillez corriger la ou les erreurs suivantes',
    name: 'Nom obligatoire ou longueur incorrecte',
    subject: 'Objet obligatoire ou longueur incorrecte.',
    message: 'Message obligatoire ou longueur incorrecte.',
    email: 'Adresse e-mail obligatoire.',
    emailFormat: 'Adresse e-mail valide obligatoire.',
  },
  es: {
    errors: 'Por favor, corrige los siguientes errores',
    name: 'Nombre obligatorio o longitud incorrecta',
    subject: 'Asunto obligatorio o longitud incorrecta.',
    message: 'Mensaje obligatorio o longitud incorrecta.',
    email: 'Correo electrónico obligatorio.',
    emailFormat: 'Se requiere un correo electrónico válido.',
  },
} as const;

/** Inputs that each barely break one rule: field, value and error. */
const wrong = [
  ['name', 'Ada', 'name'],
  ['name', '   Ada   ', 'name'],
  ['subject', 'Hey', 'subject'],
  ['message', '123456789', 'message'],
  ['email', '', 'email'],
  ['email', 'ada', 'emailFormat'],
  ['email', 'ada@', 'emailFormat'],
  ['email', 'ada@example', 'emailFormat'],
  ['email', 'ada lovelace@example.org', 'emailFormat'],
] as const;

for (const language of languages) {
  test(
    `an empty form shows one error per field in ${language}, then each broken rule shows its own, and nothing is sent`,
    firstTierIf(language === 'es'),
    async ({ page, form }) => {
      await form.open(language);
      await form.button.click();
      const { errors, name, email, subject, message } = messages[language];
      await expect(form.errors).toHaveText([name, email, subject, message]);
      await expect(page.getByRole('heading', { name: errors, exact: true })).toBeFocused();
      await expect(form.field('name')).toHaveAccessibleDescription(new RegExp(name));
      await expect(form.field('email')).toHaveAttribute('aria-invalid', 'true');
      for (const [field, value, problem] of wrong) {
        await form.fill({ ...goodMessage, [field]: value });
        await form.button.click();
        await expect(form.errors, `${field} "${value}"`).toHaveText([messages[language][problem]]);
      }
      expect(form.sent).toEqual([]);
    },
  );
}

test('the shortest valid texts are accepted', secondTier, async ({ form }) => {
  await form.open('en');
  await form.fill({ name: 'Ada!', email: 'a@b.co', subject: 'Help', message: '1234567890' });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
});

test('the form replaces browser validation, and marks every field as required', async ({ page, form }) => {
  await form.open('en');
  await expect(page.locator('form[novalidate]')).toHaveCount(1);
  for (const name of ['name', 'email', 'subject', 'message'] as const) {
    await expect(form.field(name)).toHaveAttribute('required');
    await expect(page.locator('form label').filter({ hasText: form.texts[name].label }).first()).toContainText('*');
  }
});

test('the label of the name field follows the conventions of each language', secondTier, async ({ form, page }) => {
  await form.open('en');
  await expect(form.field('name')).toHaveAccessibleName('Name');
  await form.open('fr');
  await expect(page.getByLabel(/^Nom \/ Prénom/)).toBeVisible();
  await form.open('es');
  await expect(page.getByLabel(/^Apellidos \/ Nombre/)).toBeVisible();
});

test('the tab says that there are errors, until they are gone', async ({ form, page }) => {
  await form.open('fr');
  const title = await page.title();
  await form.button.click();
  await expect(page).toHaveTitle(`${form.texts.errorTitle} ${title}`);
  await form.fill(goodMessage);
  await form.button.click();
  await expect(page).toHaveTitle(title);
});

test('an error in the list links to its field', async ({ form, page }) => {
  await form.open('en');
  await form.button.click();
  await page.getByRole('link', { name: messages.en.subject }).click();
  await expect(form.field('subject')).toBeFocused();
});
