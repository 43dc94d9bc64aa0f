import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';

const roles = ['founder', 'dataManager', 'seoManager', 'webDeveloper'] as const;

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

test('the English roles have the names of the specification', async ({ read }) => {
  const page = await read(addresses.en.team);
  for (const role of [/^Founder ?\/ ?CTO$/, /^Data Analytics manager$/, /^SEO Manager$/, /^Web developer$/]) {
    await expect(page.getByText(role)).toBeVisible();
  }
});

for (const language of languages) {
  test(
    `the ${language} team page introduces four people with picture, name, role and profiles`,
    firstTierIf(language === 'es'),
    async ({ read }) => {
      const page = await read(addresses[language].team);
      const { team } = texts[language].marketing;
      await expect(page.getByRole('heading', { level: 1, name: team.title })).toBeVisible();
      await expect(page.getByText(team.lead)).toBeVisible();
      const names = page.getByRole('main').getByRole('heading', { level: 2 });
      await expect(names).toHaveCount(4);
      const members = page
        .getByRole('main')
        .locator('li')
        .filter({ has: page.getByRole('heading', { level: 2 }) });
      for (const [index, role] of roles.entries()) {
        const member = members.nth(index);
        await expect(member.locator('img')).toBeVisible();
        await expect(member.getByText(team.roles[role], { exact: true })).toBeVisible();
        const name = await member.getByRole('heading').innerText();
        const profiles = member.getByRole('link', { name });
        await expect(profiles).toHaveCount(2);
        for (const profile of await profiles.all()) {
          await expect(profile).toHaveAttribute('href', /^https:\/\/(www\.linkedin|github)\.com\//);
          await expect(profile).toHaveAttribute('target', '_blank');
          await expect(profile).toHaveAttribute('rel', /noopener/);
        }
      }
    },
  );
}
