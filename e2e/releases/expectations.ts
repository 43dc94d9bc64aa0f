import type { Page } from '@playwright/test';
import { texts } from '@site/testkit/site/texts.ts';
import { expect } from './faultTest.ts';

/** Two tries of four seconds each, and some time for a machine that is busy. */
export const patience = { timeout: 14_000 };

/** What the browser may say of a remote that fails; never that the security policy was violated. */
export const complaintsOfFault = /^(?!.*Content-Security-Policy).*/s;

const bar = (page: Page) => page.getByRole('banner');

/** Goes to the blog by the link in the navigation bar. */
export const goToBlog = (page: Page): Promise<void> =>
  bar(page).getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();

export const goToTeam = (page: Page): Promise<void> =>
  bar(page).getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();

/** The 404 page stands in the blog's place, with its title, between the navigation bar and the footer. */
export async function expectNotFound(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.en.shell.notFound.title })).toBeVisible(patience);
  await expect(page).toHaveTitle(new RegExp(`^${texts.en.shell.routes.notFound.title}`));
  await expectFrame(page);
}

/** The blog is there to be read: with its articles, between the navigation bar and the footer. */
export async function expectBlog(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible(patience);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectFrame(page);
}

export async function expectTeam(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible(patience);
  await expectFrame(page);
}

async function expectFrame(page: Page): Promise<void> {
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}
