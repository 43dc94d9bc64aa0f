import type { Locator, Page } from '@playwright/test';
import { brand } from '@site/company/brand.ts';
import { type ContactMessage, contactFields } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { addresses, type Language } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { test as base } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

interface ContactFixtures {
  /** An IP address that no other test uses: the API limits messages by address. */
  readonly visitorAddress: string;
  readonly form: ContactForm;
}

let visitors = 0;

/** A test of the contact form, by a visitor with their own IP address. */
export const test = base.extend<ContactFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  visitorAddress: async ({}, use, { workerIndex }) => {
    visitors += 1;
    await use(`198.18.${workerIndex % 256}.${visitors % 256}`);
  },
  context: async ({ context, visitorAddress }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': visitorAddress });
    await use(context);
  },
  form: ({ page }, use) => use(new ContactForm(page)),
});

/** A valid message. */
export const goodMessage = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'A difference engine',
  message: 'Could you host one for me, please?',
};

export { expect } from '../support/test.ts';

/** The contact form as its visitor sees it. */
export class ContactForm {
  readonly page: Page;
  #language: Language = 'en';
  /** The headers of every message that the browser has sent. */
  readonly sent: Record<string, string>[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('request', async (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api/v1/contact')) return;
      const headers = request.headers();
      this.sent.push(headers);
      // Of a request that the end of a test cuts off, nobody asks any more.
      Object.assign(headers, await request.allHeaders().catch(() => ({})));
    });
  }

  /** The texts of the form in its language. */
  get texts() {
    return { ...texts[this.#language].contact.form, ...contactTexts[this.#language].fields };
  }

  async open(language: Language, origin = ''): Promise<void> {
    this.#language = language;
    await visit(this.page, origin + addresses[language].contact);
  }

  /** The same, for a browser without JavaScript. */
  async openPlain(language: Language, origin = ''): Promise<void> {
    this.#language = language;
    await this.page.goto(origin + addresses[language].contact);
  }

  field(name: keyof ContactMessage): Locator {
    return this.page.getByRole('textbox', { name: this.texts[name].label, exact: true });
  }

  async fill(message: Partial<ContactMessage>): Promise<void> {
    for (const name of contactFields) if (message[name] !== undefined) await this.field(name).fill(message[name]);
  }

  async values(): Promise<ContactMessage> {
    const values = await Promise.all(contactFields.map((name) => this.field(name).inputValue()));
    return Object.fromEntries(contactFields.map((name, index) => [name, values[index]])) as ContactMessage;
  }

  get button(): Locator {
    return this.page.getByRole('button', { name: this.texts.send });
  }

  /** The lines of the error list, under the heading of all errors. */
  get errors(): Locator {
    return this.#linesUnder(this.texts.errors);
  }

  /** Why the message was not sent, under a heading that asks for no correction. */
  get failures(): Locator {
    return this.#linesUnder(this.failureHeading);
  }

  /** The heading of a failure, which names the e-mail address. */
  get failureHeading(): string {
    return this.texts.failure.replace('[{{address}}]', brand.email);
  }

  #linesUnder(name: string): Locator {
    const heading = this.page.getByRole('heading', { name, exact: true });
    return this.page.locator('form div').filter({ has: heading }).getByRole('listitem');
  }

  get confirmation(): Locator {
    return this.page.locator('form').getByText(this.texts.sent, { exact: true });
  }
}
