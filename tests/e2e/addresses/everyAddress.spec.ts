import { everyAddress } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { isWithinBudgets } from './promises/budgets.ts';
import { hasWholePage } from './promises/content.ts';
import { hasHead } from './promises/head.ts';
import { namesRelease } from './promises/release.ts';
import { hasOutline } from './promises/structure.ts';
import type { Holds } from './promises/Visited.ts';

/** What each page promises, by the name with which it fails. */
const promises: Readonly<Record<string, Holds>> = {
  'it has its status, its language and every text': hasWholePage,
  'it has the heading outline and the landmarks that screen readers need': hasOutline,
  'it has its title, description and cards': hasHead,
  'it names its remote and the release': namesRelease,
  'visitors wait only for the document, and load no more than the budgets allow': isWithinBudgets,
};

for (const address of everyAddress)
  test(`${address.path} is the whole ${address.page} page, for everyone, within its budgets`, async ({ site }) => {
    const visited = { ...address, site, answer: await ask(site, address.path) };
    const broken: string[] = [];
    for (const [promise, holds] of Object.entries(promises))
      await test
        .step(promise, () => holds(visited))
        .catch((error: Error) => broken.push(`not so: ${promise}. ${error.message}`));
    expect(broken.join('\n\n')).toBe('');
  });
