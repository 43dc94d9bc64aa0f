import { testedReleases } from '@site/testkit/site/releases.ts';
import { test } from '../support/serverTest.ts';
import { pages } from './pages.ts';
import { keepsPromises } from './promises/keepsPromises.ts';

for (const page of pages)
  test(`${page.path} is the whole ${page.page} page, for everyone, within its budgets`, ({ site }) =>
    keepsPromises(page, site, testedReleases));
