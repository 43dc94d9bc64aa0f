import { test as base } from '../support/test.ts';
import { ContactForm } from './ContactForm.ts';

interface ContactFixtures {
  /** A network address that no other test writes from: the API counts messages by address. */
  readonly visitorAddress: string;
  readonly form: ContactForm;
}

let visitors = 0;

/** A test of the contact form, by a visitor with an address of their own. */
export const test = base.extend<ContactFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
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

/** A message that keeps every rule. */
export const goodMessage = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'A difference engine',
  message: 'Could you host one for me, please?',
};

export { expect } from '../support/test.ts';
