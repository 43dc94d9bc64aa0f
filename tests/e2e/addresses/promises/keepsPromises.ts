import { expect, test } from '@playwright/test';
import { ask } from '@site/testkit/site/http.ts';
import { isWithinBudgets } from './budgets.ts';
import { hasWholePage } from './content.ts';
import { hasHead } from './head.ts';
import { namesRelease } from './release.ts';
import { hasOutline } from './structure.ts';
import type { Holds, TestedPage, Visited } from './Visited.ts';

/** What each page promises, by the name with which it fails. */
const promises: Readonly<Record<string, Holds>> = {
  'it has its status, its language and every text': hasWholePage,
  'it has the heading outline and the landmarks that screen readers need': hasOutline,
  'it has its title, description and cards': hasHead,
  'it names its remote and the release': namesRelease,
  'visitors wait only for the document, and load no more than the budgets allow': isWithinBudgets,
};

/** Requests a page of a site once, and asserts all that it promises. */
export async function keepsPromises(page: TestedPage, site: Visited['site'], releases: string): Promise<void> {
  const visited = { ...page, site, releases, answer: await ask(site, page.path) };
  const broken: string[] = [];
  for (const [promise, holds] of Object.entries(promises))
    await test
      .step(promise, () => holds(visited))
      .catch((error: Error) => broken.push(`not so: ${promise}. ${error.message}`));
  expect(broken.join('\n\n')).toBe('');
}
