import type { Page } from '@playwright/test';
import { addresses, type Language, type PageName } from '@site/testkit/site/addresses.ts';
import type { ContactForm } from '../contact/ContactForm.ts';
import { goodMessage } from '../contact/contactTest.ts';
import { visit } from '../support/visitor.ts';

/** Who looks at the site, and how. */
interface Visitor {
  readonly page: Page;
  readonly form: ContactForm;
  readonly language: Language;
}

/** Something that the site shows, and how a visitor gets to see it. */
export interface View {
  readonly name: string;
  readonly open: (visitor: Visitor) => Promise<void>;
  /** Languages beside English in which its look is compared as well. */
  readonly alsoIn?: readonly Language[];
  /** Widest window that shows it. */
  readonly upTo?: number;
  /** It covers the window, whatever is behind it. */
  readonly coversWindow?: boolean;
}

const pageView = (name: PageName, more: Partial<View> = {}): View => ({
  name,
  open: ({ page, language }) => visit(page, addresses[language][name]),
  ...more,
});

const longerWords = { alsoIn: ['fr', 'es'] } as const;

/** Everything that there is to look at. */
export const views: readonly View[] = [
  {
    name: 'start',
    open: async ({ page }) => {
      // With scripts it leads on at once; and without any, axe could not look at it.
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
      // The countdown, which goes by this clock, stays at ten.
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
    open: async ({ form, language }) => {
      await form.open(language);
      await form.fill({ ...goodMessage, name: 'A'.repeat(101), subject: 'S'.repeat(201) });
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
    upTo: 1023,
    coversWindow: true,
  },
];
