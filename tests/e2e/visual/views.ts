import type { Page } from '@playwright/test';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { addresses, type Language, type PageName } from '@site/testkit/site/addresses.ts';
import { type ContactForm, goodMessage } from '../contact/contactTest.ts';
import { visit } from '../support/visitor.ts';

/** How a test opens a view. */
interface Visitor {
  readonly page: Page;
  readonly form: ContactForm;
  readonly language: Language;
}

/** A page or state of the site, and how to open it. */
export interface View {
  readonly name: string;
  readonly open: (visitor: Visitor) => Promise<void>;
  /** Languages besides English. */
  readonly alsoIn?: readonly Language[];
  /** Whether wider windows lack it. */
  readonly onlyOnPhones?: boolean;
  /** Whether it covers the window. */
  readonly coversWindow?: boolean;
}

const pageView = (name: PageName, more: Partial<View> = {}): View => ({
  name,
  open: ({ page, language }) => visit(page, addresses[language][name]),
  ...more,
});

const longerWords = { alsoIn: ['fr', 'es'] } as const;

/** All views. */
export const views: readonly View[] = [
  {
    name: 'start',
    open: async ({ page }) => {
      // The page's own script would redirect at once, and axe doesn't run without JavaScript.
      await page.route('/', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(/<script\b.*?<\/script>/gs, '') });
      });
      await page.goto('/');
    },
  },
  pageView('home', longerWords),
  pageView('services'),
  pageView('pricing', longerWords),
  pageView('team'),
  pageView('blog'),
  pageView('article', {
    open: async ({ page, language }) => {
      // Stops the clock of the countdown.
      await page.addInitScript((path) => {
        if (location.pathname === path) performance.now = () => 0;
      }, addresses[language].article);
      await visit(page, addresses[language].article);
    },
  }),
  pageView('contact', longerWords),
  {
    name: 'contact-errors',
    open: async ({ form, language }) => {
      await form.open(language);
      await form.button.click();
      await form.errors.first().waitFor();
    },
  },
  {
    name: 'contact-refused',
    open: async ({ form, language, page }) => {
      await form.open(language);
      const { name, subject } = contactTexts[language].problems;
      // Once: the same page may send a message afterwards.
      await page.route(
        '**/api/v1/contact',
        (route) => route.fulfill({ status: 422, json: { errors: [{ name }, { subject }] } }),
        { times: 1 },
      );
      await form.fill({ ...goodMessage, name: 'A'.repeat(100), subject: 'S'.repeat(200) });
      await form.button.click();
      await form.errors.first().waitFor();
    },
  },
  {
    name: 'contact-sent',
    open: async ({ form, language }) => {
      await form.open(language);
      await form.fill(goodMessage);
      await form.button.click();
      await form.confirmation.waitFor();
    },
  },
  pageView('privacy'),
  pageView('legal'),
  pageView('company'),
  pageView('notFound'),
  {
    name: 'menu',
    open: async ({ page, language }) => {
      await visit(page, addresses[language].home);
      await page.getByRole('banner').locator('summary').click();
    },
    onlyOnPhones: true,
    coversWindow: true,
  },
];
