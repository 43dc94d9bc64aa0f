import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { startForeignHost } from './foreignHost/startForeignHost.ts';

type ForeignHost = Awaited<ReturnType<typeof startForeignHost>>;

/** Building the host takes longer than a test: the tests of a worker share it. */
let started: Promise<ForeignHost> | undefined;

test.afterAll(async () => {
  await (await started)?.stop();
  // The worker may run another of these tests later.
  started = undefined;
});

for (const language of languages) {
  test(
    `a host on another origin shows the blog, the team and the contact form in ${language}, by discovery alone`,
    firstTierIf(language === 'fr'),
    async ({ page, site }) => {
      started ??= startForeignHost(site);
      const { origin } = await started;
      const { blog, contact, marketing } = texts[language];
      for (const [shown, title, alsoShown] of [
        ['blog/list', blog.list.title, blog.list.readMore],
        ['marketing/team', marketing.team.title, filled(marketing.team.roles.founder)],
        ['contact/contact', contact.contact.head.title, contact.form.send],
      ] as const) {
        await page.goto(`${origin}/?page=${shown}&language=${language}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByText(alsoShown).first()).toBeVisible();
        const pictures = page.locator('img');
        for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() =>
            pictures.evaluateAll((all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)),
          )
          .toBe(true);
        const sheet = page.locator(`link[rel="stylesheet"][href^="${site.origin}/assets/"]`);
        await expect(sheet.first(), 'sheets are checked as on the site itself').toHaveAttribute(
          'integrity',
          /^sha256-/,
        );
      }
    },
  );
}

test(
  'a host on another origin refuses a script of the site that was changed on its way',
  secondTier,
  async ({ page, site, watched }) => {
    watched.allow(/integrity|Failed to load|uncaught/i);
    started ??= startForeignHost(site);
    const { origin } = await started;
    await page.route(/page-list\.js$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()};document.title = 'tampered';` });
    });
    const failure = page.waitForEvent('pageerror');
    await page.goto(`${origin}/?page=blog/list&language=en`);
    expect(String(await failure)).toMatch(/page-list|dynamically imported|chunk/i);
    await expect(page).not.toHaveTitle('tampered');
  },
);

test('on the site itself, addresses stay as the server wrote them', async ({ page, site }) => {
  await page.goto(addresses.en.team);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog }).click();
  await expect(page).toHaveURL(addresses.en.blog);
  const pictures = await page.locator('main img').evaluateAll((all) => all.map((image) => image.getAttribute('src')));
  for (const address of pictures) expect(address).toMatch(/^(\/assets\/|data:)/);
  expect(pictures.join()).not.toContain(site.origin);
});
